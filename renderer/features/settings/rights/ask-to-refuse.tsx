import { Button, Group, Stack, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import { MAX_RIGHTS_TEXT, type RightsRequest } from '../../../../shared/rights.ts';
import { openDialog } from '../../../parts/dialog/open-dialog.ts';
import { focusFirstError } from '../../../parts/form/focus-first-error.ts';
import { personWords } from './due-words.ts';

const MODAL_ID = 'refuse-rights';

/** Asks why a request is refused. */
export function askToRefuse(entry: RightsRequest, refuse: (reason: string) => void): void {
  openDialog({
    modalId: MODAL_ID,
    title: 'Refuse this request?',
    children: <Refuse entry={entry} refuse={refuse} onClose={() => modals.close(MODAL_ID)} />,
  });
}

interface RefuseProps {
  readonly entry: RightsRequest;
  readonly refuse: (reason: string) => void;
  readonly onClose: () => void;
}

function Refuse({ entry, refuse, onClose }: RefuseProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const isMissing = reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isMissing) return focusFirstError();
    onClose();
    refuse(reason.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <p>
          The request of <bdi>{personWords(entry)}</bdi> stays in the register as refused, with this reason.
          Nothing is sent to the candidate.
        </p>
        <Textarea
          data-autofocus
          label="Why is it refused?"
          autosize
          minRows={2}
          maxRows={8}
          dir="auto"
          maxLength={MAX_RIGHTS_TEXT}
          value={reason}
          error={tried && isMissing && 'Enter a reason.'}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep it open
          </Button>
          <Button type="submit">Refuse</Button>
        </Group>
      </Stack>
    </form>
  );
}
