import { Button, Group, Modal, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { submissionInput } from '../../../shared/submission.ts';
import { focusFirstError } from '../../parts/form/focus-first-error.ts';
import { LibraryField } from '../../parts/library-field/library-field.tsx';
import { Notice } from '../../parts/notice/notice.tsx';
import { formatNumber } from '../../parts/text/count-of.ts';
import { FIELD_LABELS, type RowValues } from './import-fields.ts';
import type { ReviewRow } from './judge-rows.ts';

interface CorrectRowProps {
  readonly row: ReviewRow;
  readonly onSave: (values: RowValues) => void;
  readonly onClose: () => void;
}

/** All of one row, to read in full and to put right. The file itself is never changed. */
export function CorrectRow({ row, onSave, onClose }: CorrectRowProps) {
  return (
    <Modal opened size="lg" onClose={onClose} title={`Row ${formatNumber(row.number)}`}>
      <CorrectRowForm row={row} onSave={onSave} onClose={onClose} />
    </Modal>
  );
}

function CorrectRowForm({ row, onSave, onClose }: CorrectRowProps) {
  const form = useForm({
    initialValues: row.resolved,
    initialErrors: Object.fromEntries(row.problems.map(({ field, message }) => [field ?? 'row', message])),
    validate: schemaResolver(submissionInput, { sync: true }),
    validateInputOnBlur: true,
  });
  // What belongs to a field stands beside it.
  const about =
    row.state === 'problem'
      ? row.problems.flatMap(({ field, message }) => (field === null ? [message] : []))
      : row.notes;
  return (
    <form noValidate onSubmit={form.onSubmit(onSave, focusFirstError)}>
      <Stack gap="md">
        {about.length > 0 && <Notice tone="warning">{about.join(' ')}</Notice>}
        <TextInput
          label={FIELD_LABELS.candidateName}
          dir="auto"
          data-autofocus
          {...form.getInputProps('candidateName')}
        />
        <TextInput label={FIELD_LABELS.phoneNumber} type="tel" {...form.getInputProps('phoneNumber')} />
        <TextInput
          label={FIELD_LABELS.resumeUrl}
          type="url"
          spellCheck={false}
          {...form.getInputProps('resumeUrl')}
        />
        <SimpleGrid cols={2} spacing="md">
          <LibraryField
            kind="job_description"
            label={FIELD_LABELS.jobDescriptionId}
            {...form.getInputProps('jobDescriptionId')}
            value={form.values.jobDescriptionId}
          />
          <LibraryField
            kind="questionnaire"
            label={FIELD_LABELS.questionnaireTemplateId}
            {...form.getInputProps('questionnaireTemplateId')}
            value={form.values.questionnaireTemplateId}
          />
        </SimpleGrid>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Leave as it is
          </Button>
          <Button type="submit">Save row</Button>
        </Group>
      </Stack>
    </form>
  );
}
