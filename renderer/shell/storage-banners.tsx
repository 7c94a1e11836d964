import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { useLocation } from 'wouter';
import type { AutomaticBackupState } from '../../shared/backup.ts';
import type { DoNotCallLocked } from '../../shared/do-not-call.ts';
import { failureWords } from '../../shared/words/failure-words.ts';
import { api } from '../api/api.ts';
import { FormButtons } from '../parts/form.tsx';
import { countOf, formatDateTime } from '../parts/format.ts';
import { ErrorNotice, Notice } from '../parts/notice.tsx';
import { showToast } from '../parts/toast.tsx';
import { sectionPath } from '../routes/paths.ts';

/** Says why the do-not-call list lets nothing be sent from this computer, and what to do about it. */
export function ListLockedBanner({ locked }: { readonly locked: DoNotCallLocked }) {
  const [asking, setAsking] = useState(false);
  return (
    <Notice
      tone="warning"
      title="Nothing is sent: the do-not-call list can’t be read in full"
      actions={
        locked === 'lost' ? (
          <>
            <Leading words="See backups" page="/settings/backup" section="Backup" />
            <Button variant="default" onClick={() => setAsking(true)}>
              Remove these entries…
            </Button>
          </>
        ) : (
          locked === 'policy_file' && (
            <Leading words="Show the problem" page="/settings/health" section="Organisation" />
          )
        )
      }
    >
      <p>{WHY[locked]}</p>
      <p>New submissions wait in the Outbox.</p>
      <AskToRemove opened={asking} onClose={() => setAsking(false)} />
    </Notice>
  );
}

function Leading({ words, page, section }: { words: string; page: string; section: string }) {
  const [, navigate] = useLocation();
  return (
    <Button variant="default" onClick={() => navigate(sectionPath(page, section))}>
      {words}
    </Button>
  );
}

const WHY: Readonly<Record<DoNotCallLocked, string>> = {
  waiting:
    'Callboard recognises the blocked numbers of erased people by a key in this computer’s key store, which is locked. Unlock it: Callboard then goes on by itself.',
  lost: 'Callboard recognises the blocked numbers of erased people by a key that isn’t in this computer’s key store any more, so any number could be one of them. Restore a backup of Callboard that has the key; if there is none, remove these entries.',
  policy_file:
    'Your organisation distributes a do-not-call list as a file, and Callboard hasn’t been able to read it yet. Ask your administrator.',
};

/** Asks for the reason before entries go whose numbers nobody knows any more. */
function AskToRemove({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const remove = useMutation({
    mutationFn: () => api.doNotCall.liftLost({ reason: reason.trim() }),
    onSuccess: ({ changed }) => {
      onClose();
      showToast({
        title: `${countOf(changed, 'entry', 'entries')} removed`,
        message: 'What waits can be sent now.',
      });
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reason.trim() !== '' && !remove.isPending) remove.mutate();
  };
  return (
    <Modal opened={opened} onClose={onClose} title="Remove entries whose key is lost?" size="md">
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">
            The people behind these entries were erased and asked not to be called, or were to stay blocked.
            Once their entries are removed, <strong>Callboard can’t tell that one of them is called</strong>.
            The list keeps that you removed them, and why.
          </Text>
          <Textarea
            data-autofocus
            label="Why they are removed"
            maxLength={500}
            autosize
            minRows={2}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <ErrorNotice error={remove.error} />
          <FormButtons
            onLeave={onClose}
            color="red.9"
            disabled={reason.trim() === ''}
            loading={remove.isPending}
          >
            Remove and resume sending
          </FormButtons>
        </Stack>
      </form>
    </Modal>
  );
}

interface AutomaticBackupsBannerProps {
  readonly state: AutomaticBackupState;
  readonly problem: NonNullable<AutomaticBackupState['problem']>;
}

/** Says why automatic backups fail, until dismissed; again when they fail anew. */
export function AutomaticBackupsBanner({
  state: { last },
  problem: { failure, since },
}: AutomaticBackupsBannerProps) {
  const [, navigate] = useLocation();
  const [dismissed, setDismissed] = useState<number | null>(null);
  const folder = useMutation({ mutationFn: api.backup.chooseAutomaticFolder });
  // The header says that the key store has not answered.
  if (dismissed === since || failure.error.code === 'key_store_waiting') return null;
  const { message, nextStep } = failureWords(failure.error);
  return (
    <Notice
      tone="warning"
      title="Automatic backups don’t work"
      actions={
        <>
          {failure.error.code === 'backup_folder_gone' && (
            <Button loading={folder.isPending} onClick={() => folder.mutate()}>
              Choose another folder
            </Button>
          )}
          <Button
            variant="default"
            onClick={() => navigate(sectionPath('/settings/backup', 'Automatic backups'))}
          >
            See backups
          </Button>
          <Button variant="subtle" color="gray" onClick={() => setDismissed(since)}>
            Not now
          </Button>
        </>
      }
    >
      <p>
        {message} {nextStep}
      </p>
      <ErrorNotice error={folder.error} />
      <p>{last ? `The last good backup is of ${formatDateTime(last.at)}.` : 'There is none yet.'}</p>
    </Notice>
  );
}
