import { Button, Group, Select, Textarea, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type FormEvent, useState } from 'react';
import { localDay } from '../../../../shared/local-day.ts';
import {
  dayAt,
  MAX_RIGHTS_TEXT,
  monthAfter,
  RIGHTS_KINDS,
  RIGHTS_WAYS,
  type RightsInput,
  type RightsRequest,
} from '../../../../shared/rights.ts';
import { RIGHTS_KIND_WORDS, RIGHTS_WAY_WORDS } from '../../../../shared/words/rights-words.ts';
import { useSaveRights } from '../../../api/rights.ts';
import { openDialog } from '../../../parts/dialog/open-dialog.ts';
import { focusFirstError } from '../../../parts/form/focus-first-error.ts';
import { ErrorNotice } from '../../../parts/notice/error-notice.tsx';
import { showToast } from '../../../parts/toast/show-toast.tsx';
import type { RightsDraft } from '../../../routes/rights-draft.ts';
import classes from './rights.module.css';

const MODAL_ID = 'rights-form';

type Edited = { readonly entry: RightsRequest } | { readonly draft: RightsDraft };

/** Opens the form of an entry, or of a new one. */
export function openRightsForm(edited: Edited): void {
  openDialog({
    modalId: MODAL_ID,
    title: 'entry' in edited ? 'Edit the request' : 'Add a request from a candidate',
    // Escape or a click beside it would lose a long note.
    closeOnClickOutside: false,
    closeOnEscape: false,
    children: <RightsForm edited={edited} onClose={() => modals.close(MODAL_ID)} />,
  });
}

interface RightsFormProps {
  readonly edited: Edited;
  readonly onClose: () => void;
}

/** The fields of an entry. The due date follows the day it came until somebody changes it. */
export function RightsForm({ edited, onClose }: RightsFormProps) {
  const [values, setValues] = useState<RightsInput>(() => firstValues(edited));
  const [isDueChosen, setDueChosen] = useState('entry' in edited);
  const [tried, setTried] = useState(false);
  const save = useSaveRights();
  const set = (changes: Partial<RightsInput>) => setValues((before) => ({ ...before, ...changes }));
  const setReceived = (receivedOn: string) =>
    set(
      isDueChosen || dayAt(receivedOn) === null
        ? { receivedOn }
        : { receivedOn, dueOn: monthAfter(receivedOn) },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const isComplete = dayAt(values.receivedOn) !== null && dayAt(values.dueOn) !== null;
    if (!isComplete || isUnanswerable(values)) return focusFirstError();
    if (save.isPending) return;
    save.mutate(values, {
      onSuccess: () => {
        onClose();
        showToast({ id: 'rights-saved', title: 'entry' in edited ? 'Request changed' : 'Request noted' });
      },
    });
  };
  const dayError = (day: string) => tried && dayAt(day) === null && 'Enter a date.';
  return (
    <form onSubmit={submit} noValidate className={classes['form']}>
      <div className={classes['columns']}>
        <Choice
          label="Asked for"
          isFirst
          codes={RIGHTS_KINDS}
          words={RIGHTS_KIND_WORDS}
          value={values.kind}
          onChange={(kind) => set({ kind })}
        />
        <Choice
          label="Came by"
          codes={RIGHTS_WAYS}
          words={RIGHTS_WAY_WORDS}
          value={values.way}
          onChange={(way) => set({ way })}
        />
        <TextInput
          type="date"
          label="Received on"
          value={values.receivedOn}
          error={dayError(values.receivedOn)}
          onChange={(event) => setReceived(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Due on"
          value={values.dueOn}
          error={dayError(values.dueOn)}
          onChange={(event) => {
            setDueChosen(true);
            set({ dueOn: event.currentTarget.value });
          }}
        />
      </div>
      <p className={classes['dim']}>
        Callboard proposes one month after it came. Check which date holds for you: this is no legal advice.
      </p>
      {values.erased ? (
        <p className={classes['dim']}>
          The person was erased, so this entry has no name, number or note any more.
        </p>
      ) : (
        <PersonFields values={values} tried={tried} set={set} />
      )}
      <ErrorNotice error={save.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          {'entry' in edited ? 'Save the changes' : 'Add the request'}
        </Button>
      </Group>
    </form>
  );
}

function firstValues(edited: Edited): RightsInput {
  if ('entry' in edited) return edited.entry;
  const today = localDay(Date.now());
  const { state = 'open', ...known } = edited.draft;
  return {
    kind: 'access',
    way: 'email',
    name: '',
    phone: '',
    submissionId: null,
    ...known,
    state,
    receivedOn: today,
    dueOn: monthAfter(today),
    closedOn: state === 'open' ? null : today,
    note: '',
    refusal: '',
    erased: false,
  };
}

/** Whether nothing says who asked for what. A closed entry may do without, as one that is noted after an erasure. */
function isUnanswerable({ state, erased, submissionId, name, phone, note }: RightsInput): boolean {
  return state === 'open' && !erased && submissionId === null && `${name}${phone}${note}`.trim() === '';
}

interface PersonFieldsProps {
  readonly values: RightsInput;
  /** Whether to say what is missing. */
  readonly tried: boolean;
  readonly set: (changes: Partial<RightsInput>) => void;
}

function PersonFields({ values, tried, set }: PersonFieldsProps) {
  return (
    <>
      <div className={classes['columns']}>
        <TextInput
          label="Candidate’s name"
          dir="auto"
          autoComplete="off"
          maxLength={200}
          value={values.name}
          error={tried && isUnanswerable(values) && 'Enter a name, a number or a note.'}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Candidate’s number"
          placeholder="In any format"
          dir="ltr"
          autoComplete="off"
          maxLength={60}
          value={values.phone}
          onChange={(event) => set({ phone: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label="Note"
        description="For example what exactly was asked, or where the letter is."
        autosize
        minRows={2}
        maxRows={10}
        dir="auto"
        maxLength={MAX_RIGHTS_TEXT}
        value={values.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
      />
    </>
  );
}

interface ChoiceProps<Code extends string> {
  readonly label: string;
  /** Gets the focus when the dialog opens. */
  readonly isFirst?: boolean;
  readonly codes: readonly Code[];
  readonly words: Readonly<Record<Code, string>>;
  readonly value: Code;
  readonly onChange: (code: Code) => void;
}

function Choice<Code extends string>({ label, isFirst, codes, words, value, onChange }: ChoiceProps<Code>) {
  return (
    <Select
      label={label}
      data-autofocus={isFirst}
      data={codes.map((code) => ({ value: code, label: words[code] }))}
      allowDeselect={false}
      value={value}
      onChange={(chosen) => {
        const code = codes.find((each) => each === chosen);
        if (code !== undefined) onChange(code);
      }}
    />
  );
}
