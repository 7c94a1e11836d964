import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { LibraryKind } from '../../../shared/library.ts';
import { submissionInput } from '../../../shared/submission.ts';
import { FIELD_WORDS } from '../../../shared/words/problem-words.ts';
import type { Workspace } from '../../../shared/workspace.ts';
import { openDialog } from '../../parts/dialog/open-dialog.ts';
import { fieldErrors } from '../../parts/form/field-errors.ts';
import { LibraryField } from '../../parts/library-field/library-field.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { WorkspaceDialog } from '../../parts/workspace/workspace-dialog.tsx';
import { type BulkTarget, runBulkLater } from './run-bulk.tsx';

/** Fields that many submissions can have in common. */
export const SHARED_FIELDS = ['questionnaireTemplateId', 'jobDescriptionId'] as const;

export type SharedField = (typeof SHARED_FIELDS)[number];

const KINDS: Readonly<Record<SharedField, LibraryKind>> = {
  questionnaireTemplateId: 'questionnaire',
  jobDescriptionId: 'job_description',
};

const LABELS: Readonly<Record<SharedField, string>> = {
  questionnaireTemplateId: 'Questionnaire',
  jobDescriptionId: 'Job description',
};

const schema = submissionInput.pick({ questionnaireTemplateId: true, jobDescriptionId: true });

interface Question {
  readonly workspace: Workspace;
  readonly target: BulkTarget;
  readonly field: SharedField;
  /** What the service said. */
  readonly said: ReactNode;
  readonly onConfirmed?: (() => void) | undefined;
}

/** Asks for another questionnaire or job description for these refused submissions, then sends them again with it. */
export function askToCorrect({ workspace, target, field, said, onConfirmed }: Question): void {
  const modalId = `correct-${field}`;
  const close = () => modals.close(modalId);
  openDialog({
    modalId,
    title: `Change the ${FIELD_WORDS[field]} of ${countOf(target.count, 'submission')}`,
    children: (
      <WorkspaceDialog workspace={workspace}>
        <CorrectionForm
          count={target.count}
          field={field}
          said={said}
          onClose={close}
          onCorrect={(value) => {
            runBulkLater('resubmit', target, { correction: { [field]: value } });
            onConfirmed?.();
            close();
          }}
        />
      </WorkspaceDialog>
    ),
  });
}

interface CorrectionFormProps extends Pick<Question, 'field' | 'said'> {
  readonly count: number;
  readonly onCorrect: (value: string) => void;
  readonly onClose: () => void;
}

function CorrectionForm({ count, field, said, onCorrect, onClose }: CorrectionFormProps) {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = fieldErrors(schema.pick({ [field]: true } as { [Field in SharedField]: true }), {
      [field]: value,
    })[field];
    setError(problem);
    if (problem === undefined) onCorrect(value.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text component="div" size="sm">
          {said}
        </Text>
        <LibraryField
          kind={KINDS[field]}
          label={LABELS[field]}
          placeholder="Pick from the Library or enter an ID"
          value={value}
          onChange={setValue}
          error={error}
        />
        <Text size="sm" c="dimmed">
          Each is sent again with this {FIELD_WORDS[field]}; everything else stays. Calling hours and the
          question about phone numbers that were submitted before apply as always.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep as it is
          </Button>
          <Button type="submit">Change and send {formatNumber(count)} again</Button>
        </Group>
      </Stack>
    </form>
  );
}
