import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import { holdReason } from '../../../../shared/holds.ts';
import { issueWords } from '../../../../shared/words/input-words.ts';
import { useReleaseHold } from '../../../api/holds.ts';
import { openDialog } from '../../../parts/dialog/open-dialog.ts';
import { focusFirstError } from '../../../parts/form/focus-first-error.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';

const MODAL_ID = 'release-hold';

/** Asks why a hold ends, and releases it. `subject`: what it keeps. */
export function askToRelease(id: string, subject: string): void {
  openDialog({
    modalId: MODAL_ID,
    title: 'Release this legal hold?',
    children: <ReleaseHold id={id} subject={subject} onClose={() => modals.close(MODAL_ID)} />,
  });
}

interface ReleaseHoldProps {
  readonly id: string;
  readonly subject: string;
  readonly onClose: () => void;
}

/** What releasing does, and its reason, which is required. */
export function ReleaseHold({ id, subject, onClose }: ReleaseHoldProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const release = useReleaseHold();
  const issue = holdReason.safeParse(reason).error?.issues[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (issue) focusFirstError();
    else if (!release.isPending) release.mutate({ id, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          What the legal hold on <bdi>{subject}</bdi> kept is erased at the next daily check if its time is
          over and no other one keeps it. The hold stays in the list of those that ended, with your account,
          the date and this reason. A backup that has it in force brings it back when it is restored.
        </Text>
        <Textarea
          size="sm"
          data-autofocus
          label="Why does it end?"
          autosize
          minRows={2}
          maxRows={6}
          dir="auto"
          value={reason}
          error={tried && issue && issueWords(issue)}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ErrorNotice error={release.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Keep it in force
          </Button>
          <Button type="submit" loading={release.isPending}>
            Release the hold
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
