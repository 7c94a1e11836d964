import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type MadeBackup, newPassphrase } from '../../../../shared/backup.ts';
import { passphraseStrength } from '../../../../shared/passphrase-strength.ts';
import { issueWords } from '../../../../shared/words/input-words.ts';
import { toApiError } from '../../../api/api-error.ts';
import { useMakeBackup } from '../../../api/backup.ts';
import { BackupProgress } from '../../../parts/backup/backup-progress.tsx';
import { PassphraseInput } from '../../../parts/backup/passphrase-input.tsx';
import { focusFirstError } from '../../../parts/form/focus-first-error.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { STRENGTH_WORDS } from './strength-words.ts';

interface MakeBackupProps {
  readonly onMade: (made: MadeBackup) => void;
  readonly onClose: () => void;
}

/** Asks for a passphrase twice and makes a backup; input stays until that succeeds. */
export function MakeBackup({ onMade, onClose }: MakeBackupProps) {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [kept, setKept] = useState(false);
  const [asked, setAsked] = useState(false);
  const make = useMakeBackup();
  const problems = problemsOf(passphrase, again, kept);
  const shown = asked ? problems : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(problems).length > 0) return focusFirstError();
    make.mutate(passphrase, { onSuccess: (made) => made && onMade(made) });
  };
  const cancelled = make.error !== null && toApiError(make.error).code === 'cancelled';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">
          The backup contains all workspaces with their candidates, and is encrypted with a passphrase.
          Several unrelated words are easy to remember and hard to guess.
        </Text>
        <PassphraseInput
          label="Passphrase"
          data-autofocus
          description={
            passphrase === '' ? 'At least 12 characters.' : STRENGTH_WORDS[passphraseStrength(passphrase)]
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          readOnly={make.isPending}
          value={passphrase}
          error={shown.passphrase}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <PassphraseInput
          label="Passphrase again"
          readOnly={make.isPending}
          value={again}
          error={shown.again}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <Checkbox
          size="sm"
          label="I keep this passphrase in a safe place. Nobody can recover it, or open the backup without it."
          disabled={make.isPending}
          checked={kept}
          error={shown.kept}
          onChange={(event) => setKept(event.currentTarget.checked)}
        />
        <ErrorNotice error={cancelled ? null : make.error} />
        {make.isPending ? (
          <BackupProgress words="Making the backup. You can keep working …" stop="Stop" />
        ) : (
          <Buttons onClose={onClose} />
        )}
      </Stack>
    </form>
  );
}

function Buttons({ onClose }: Pick<MakeBackupProps, 'onClose'>) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onClose}>
        Not now
      </Button>
      <Button type="submit">Choose a place and save</Button>
    </Group>
  );
}

function problemsOf(
  passphrase: string,
  again: string,
  kept: boolean,
): { passphrase?: string; again?: string; kept?: string } {
  const wrong = newPassphrase.safeParse(passphrase).error?.issues[0];
  return {
    ...(wrong && { passphrase: issueWords(wrong) }),
    ...(!wrong && again !== passphrase && { again: 'The two passphrases don’t match.' }),
    ...(!kept && { kept: 'Tick this once you have written down or stored the passphrase.' }),
  };
}
