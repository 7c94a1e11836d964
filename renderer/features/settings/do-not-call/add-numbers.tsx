import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import {
  type DoNotCallAdded,
  doNotCallReason,
  type ListedNumber,
  MAX_LISTED_NUMBERS,
} from '../../../../shared/do-not-call.ts';
import { failureWords } from '../../../../shared/words/failure-words.ts';
import { issueWords } from '../../../../shared/words/input-words.ts';
import { ApiError } from '../../../api/api-error.ts';
import { useAddNumbers } from '../../../api/do-not-call.ts';
import { AddedResult } from '../../../parts/do-not-call/added-result.tsx';
import classes from '../../../parts/do-not-call/do-not-call.module.css';
import { linesAsText, type UnreadLine } from '../../../parts/do-not-call/list-lines.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { countOf, formatNumber } from '../../../parts/text/count-of.ts';
import { numbersDraft } from '../../../routes/numbers-draft.ts';
import { ChooseListFile, ChosenFileFields } from './list-file-fields.tsx';
import { NationalReadingChoice } from './national-reading-choice.tsx';
import { ReadSoFar } from './read-so-far.tsx';
import { useListedNumbers } from './use-listed-numbers.ts';

interface AddNumbersProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Puts typed, pasted or imported numbers on the do-not-call list. */
export function AddNumbers({ opened, onClose }: AddNumbersProps) {
  const [isTyped, setIsTyped] = useState(false);
  return (
    // Escape or a click beside it would lose a long list.
    <Modal
      opened={opened}
      onClose={onClose}
      title="Add numbers to the do-not-call list"
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isTyped}
    >
      <AddNumbersForm onClose={onClose} onTyped={setIsTyped} />
    </Modal>
  );
}

interface Added {
  readonly result: DoNotCallAdded;
  readonly unread: readonly UnreadLine[];
}

interface AddNumbersFormProps {
  readonly onClose: () => void;
  /** Gets whether closing would lose something. */
  readonly onTyped?: (isTyped: boolean) => void;
}

/** The form and, afterwards, what came of it; lines that weren't read go back into the form. */
export function AddNumbersForm({ onClose, onTyped }: AddNumbersFormProps) {
  const draft = useDraft();
  const list = useListedNumbers(draft?.text ?? '');
  const [reason, setReason] = useState('');
  const [added, setAdded] = useState<Added | null>(null);
  const add = useAddNumbers();
  const { numbers, unread } = list.checked;
  const isTyped = list.text.trim() !== '' || list.chosen !== null;
  useEffect(() => onTyped?.(isTyped), [isTyped, onTyped]);
  const problem = doNotCallReason.safeParse(reason).error?.issues[0];
  const isReady = !list.pending && !problem && numbers.length > 0 && numbers.length <= MAX_LISTED_NUMBERS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || add.isPending) return;
    add.mutate(withReason(numbers, reason.trim()), {
      onSuccess: (result) => {
        setAdded({ result, unread });
        draft?.onAdded();
        list.setChosen(null);
        list.setText(linesAsText(unread));
      },
    });
  };
  if (added) {
    return (
      <AddedResult result={added.result} onClose={onClose}>
        {added.unread.length > 0 && (
          <Button variant="default" onClick={() => setAdded(null)}>
            Correct {countOf(added.unread.length, 'line')} that couldn’t be read
          </Button>
        )}
      </AddedResult>
    );
  }
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <Source list={list} />
      <NationalReadingChoice list={list} />
      <ReasonForAll reason={reason} error={problem && issueWords(problem)} onChange={setReason} />
      <ReadSoFar list={list} />
      <ErrorNotice error={add.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isReady} loading={add.isPending}>
          {numbers.length > 1 ? `Add ${formatNumber(numbers.length)} numbers` : 'Add the number'}
        </Button>
      </Group>
    </form>
  );
}

/** What the form was opened with, for this time only. */
function useDraft() {
  const [draft] = useState(numbersDraft.get);
  useEffect(() => () => numbersDraft.set(null), []);
  return draft;
}

/** The numbers; those without a reason of their own get that of all. */
function withReason(numbers: readonly ListedNumber[], common: string): readonly ListedNumber[] {
  return numbers.map(({ phoneNumber, reason }) => ({ phoneNumber, reason: reason === '' ? common : reason }));
}

interface SourceProps {
  readonly list: ReturnType<typeof useListedNumbers>;
}

/** The text, or the file that was chosen instead. */
function Source({ list }: SourceProps) {
  const { text, setText, chosen, setChosen, openFile, failure } = list;
  if (chosen) return <ChosenFileFields chosen={chosen} onChange={setChosen} />;
  return (
    <>
      <Textarea
        data-autofocus
        label="Phone numbers"
        description="One per line. A reason may follow, behind a comma, a semicolon or a tab."
        placeholder={'+49 30 901820, asked by e-mail\n+1 202-555-0143'}
        rows={6}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ChooseListFile onFile={(file) => void openFile(file)} />
      <ErrorNotice error={failure && new ApiError(failure.error, failureWords(failure.error))} />
    </>
  );
}

interface ReasonForAllProps {
  readonly reason: string;
  readonly error: string | undefined;
  readonly onChange: (reason: string) => void;
}

function ReasonForAll({ reason, error, onChange }: ReasonForAllProps) {
  return (
    <TextInput
      size="sm"
      label="Reason for numbers without their own"
      description="It may stay empty."
      autoComplete="off"
      dir="auto"
      value={reason}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
