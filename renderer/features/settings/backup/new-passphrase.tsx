import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { newPassphrase } from '../../../../shared/backup.ts';
import { type PassphraseStrength, passphraseStrength } from '../../../../shared/passphrase-strength.ts';
import { issueWords } from '../../../../shared/words/input-words.ts';
import { focusFirstError } from '../../../parts/form.tsx';
import { PassphraseInput } from './passphrase-input.tsx';

/** The state of a new passphrase, typed twice. */
export function useNewPassphrase() {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [kept, setKept] = useState(false);
  const [asked, setAsked] = useState(false);
  const problems = problemsOf(passphrase, again, kept);
  return {
    passphrase,
    setPassphrase,
    again,
    setAgain,
    kept,
    setKept,
    /** Those to show: none before the first attempt. */
    problems: asked ? problems : {},
    /** The passphrase if nothing is wrong; else undefined, with the first problem in focus. */
    accepted: (): string | undefined => {
      setAsked(true);
      if (Object.keys(problems).length === 0) return passphrase;
      focusFirstError();
      return undefined;
    },
  };
}

interface NewPassphraseFieldsProps {
  readonly fields: ReturnType<typeof useNewPassphrase>;
  readonly busy: boolean;
}

/** The fields for a new passphrase, and that it is kept somewhere. */
export function NewPassphraseFields({ fields, busy }: NewPassphraseFieldsProps) {
  const { passphrase, again, kept, problems } = fields;
  return (
    <>
      <PassphraseInput
        label="Passphrase"
        data-autofocus
        description={
          passphrase === '' ? 'At least 12 characters.' : STRENGTH_WORDS[passphraseStrength(passphrase)]
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        readOnly={busy}
        value={passphrase}
        error={problems.passphrase}
        onChange={(event) => fields.setPassphrase(event.currentTarget.value)}
      />
      <PassphraseInput
        label="Passphrase again"
        readOnly={busy}
        value={again}
        error={problems.again}
        onChange={(event) => fields.setAgain(event.currentTarget.value)}
      />
      <Checkbox
        label="I keep this passphrase in a safe place. Nobody can recover it, or open the backup without it."
        disabled={busy}
        checked={kept}
        error={problems.kept}
        onChange={(event) => fields.setKept(event.currentTarget.checked)}
      />
    </>
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

/** The strength of a passphrase, and how to improve it. */
const STRENGTH_WORDS: Readonly<Record<PassphraseStrength, string>> = {
  too_short: 'Too short: use at least 12 characters.',
  weak: 'Weak: easy for a computer to guess. Add words.',
  fair: 'Fair. One more word makes it strong.',
  strong: 'Strong.',
};
