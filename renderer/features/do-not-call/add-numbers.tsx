import {
  Button,
  FileButton,
  Group,
  Modal,
  NativeSelect,
  Select,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import {
  type DoNotCallAdded,
  doNotCallReason,
  type ListedNumber,
  MAX_LISTED_NUMBERS,
} from '../../../shared/do-not-call.ts';
import type { Failure } from '../../../shared/result.ts';
import { failureWords } from '../../../shared/words/failure-words.ts';
import { issueWords } from '../../../shared/words/input-words.ts';
import { ApiError, api } from '../../api/api.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { FormButtons } from '../../parts/form.tsx';
import { countOf, formatNumber } from '../../parts/format.ts';
import { Columns, Dim, Words } from '../../parts/layout.tsx';
import { ErrorNotice, Notice } from '../../parts/notice.tsx';
import { NationalReadingOptions } from '../../parts/phone.tsx';
import { numbersToAdd } from '../../routes/hash-location.ts';
import classes from './do-not-call.module.css';
import {
  type CheckedLines,
  checkLines,
  type ListFile,
  type ListLine,
  linesAsText,
  NO_LINES,
  typedLines,
  type UnreadLine,
} from './list-lines.ts';
import { AddedResult, useCountNew } from './not-to-call.tsx';
import { readListFile } from './read-list-file.ts';

/** Puts typed, pasted or imported numbers on the do-not-call list. */
export function AddNumbers({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
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
function AddNumbersForm({ onClose, onTyped }: AddNumbersFormProps) {
  const list = useListedNumbers();
  const [reason, setReason] = useState('');
  const [added, setAdded] = useState<Added | null>(null);
  const add = useMutation({ mutationFn: api.doNotCall.add });
  const { numbers, unread } = list.checked;
  const isTyped = list.text.trim() !== '' || list.chosen !== null;
  useEffect(() => onTyped?.(isTyped), [isTyped, onTyped]);
  const problem = doNotCallReason.safeParse(reason).error?.issues[0];
  const isReady = !list.pending && !problem && numbers.length > 0 && numbers.length <= MAX_LISTED_NUMBERS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || add.isPending) return;
    add.mutate(
      { numbers: [...withReason(numbers, reason.trim())] },
      {
        onSuccess: (result) => {
          setAdded({ result, unread });
          list.setChosen(null);
          list.setText(linesAsText(unread));
        },
      },
    );
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
    <form onSubmit={submit} noValidate>
      <Stack gap={14} fz="sm">
        <Source list={list} />
        <NationalReadingChoice list={list} />
        <ReasonForAll reason={reason} error={problem && issueWords(problem)} onChange={setReason} />
        <ReadSoFar list={list} />
        <ErrorNotice error={add.error} />
        <FormButtons onLeave={onClose} disabled={!isReady} loading={add.isPending}>
          {numbers.length > 1 ? `Add ${formatNumber(numbers.length)} numbers` : 'Add the number'}
        </FormButtons>
      </Stack>
    </form>
  );
}

/** The numbers; those without a reason of their own get that of all. */
function withReason(numbers: readonly ListedNumber[], common: string): readonly ListedNumber[] {
  return numbers.map(({ phoneNumber, reason }) => ({ phoneNumber, reason: reason === '' ? common : reason }));
}

/** The text, or the file that was chosen instead. */
function Source({ list }: { readonly list: ReturnType<typeof useListedNumbers> }) {
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

/** Asks how to read numbers without a country code, if there are any: a spreadsheet may have taken the + from all of them. */
function NationalReadingChoice({ list }: { list: ReturnType<typeof useListedNumbers> }) {
  const { checked, reading, setReading } = list;
  const isAsked = checked.unread.some(({ lacksCountryCode }) => lacksCountryCode);
  if (!isAsked && reading === null) return null;
  return (
    <NativeSelect
      label="Numbers without a country code"
      value={reading ?? ''}
      onChange={(event) => setReading(event.currentTarget.value || null)}
    >
      <NationalReadingOptions />
    </NativeSelect>
  );
}

/** Lines shown; the others come back once these are corrected. */
const MOST_SHOWN = 100;

/** How many numbers were read and are new, and the lines that can't be read, each with its problem. */
function ReadSoFar({ list }: { list: ReturnType<typeof useListedNumbers> }) {
  const { checked, pending, chosen } = list;
  const isColumnMissing = chosen !== null && chosen.phoneColumn === null;
  return (
    <>
      <Words role="status">
        {isColumnMissing ? (
          'Choose the column with the phone numbers.'
        ) : pending ? (
          'Reading the numbers …'
        ) : (
          <CountWords checked={checked} />
        )}
      </Words>
      {!pending && checked.unread.length > 0 && <Unread lines={checked.unread} />}
    </>
  );
}

function CountWords({ checked: { numbers, unread } }: Pick<ReturnType<typeof useListedNumbers>, 'checked'>) {
  const phoneNumbers = useMemo(() => numbers.map(({ phoneNumber }) => phoneNumber), [numbers]);
  const tooMany = numbers.length > MAX_LISTED_NUMBERS;
  const fresh = useCountNew(tooMany ? NONE : phoneNumbers).data;
  if (numbers.length === 0) return unread.length === 0 ? 'No numbers yet.' : 'No number could be read.';
  if (tooMany) return `Add at most ${formatNumber(MAX_LISTED_NUMBERS)} numbers at once.`;
  const read = countOf(numbers.length, 'number');
  if (fresh === undefined) return `${read}.`;
  if (fresh === numbers.length) return `${read}, not on the list yet.`;
  return fresh === 0
    ? `${read}, on the list already.`
    : `${read}, ${formatNumber(fresh)} not on the list yet.`;
}

const NONE: readonly string[] = [];

function Unread({ lines }: { lines: readonly UnreadLine[] }) {
  const heading = useId();
  const more = lines.length - MOST_SHOWN;
  return (
    <Notice
      tone="warning"
      title={<span id={heading}>{countOf(lines.length, 'line', 'lines')} can’t be read as a number</span>}
    >
      <Words>
        Nothing of {lines.length === 1 ? 'it' : 'them'} is added. Correct it here, or afterwards: it isn’t
        lost.
      </Words>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard. */}
      <ul aria-labelledby={heading} tabIndex={0} className={classes['scrolled']}>
        {lines.slice(0, MOST_SHOWN).map(({ line, number, problem }) => (
          <li key={line} className={classes['line']}>
            Line {formatNumber(line)}: <bdi>{number === '' ? 'no number' : `“${number}”`}</bdi>
            <Dim display="block">{problem}</Dim>
          </li>
        ))}
        {more > 0 && <li className={classes['line']}>{countOf(more, 'more line')}</li>}
      </ul>
    </Notice>
  );
}

/** Chooses a file instead of typing. */
function ChooseListFile({ onFile }: { onFile: (file: File) => void }) {
  const reset = useRef<() => void>(null);
  const take = (file: File | null) => {
    // Without a reset, choosing the same file again would not fire `change`.
    reset.current?.();
    if (file) onFile(file);
  };
  return (
    <Group gap={8}>
      {/* No `accept` filter: an unsupported file gets an error that says what to do. */}
      <FileButton resetRef={reset} onChange={take} inputProps={{ 'aria-label': 'List from a file' }}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileSpreadsheet size={15} aria-hidden />}>
            Choose a CSV or Excel file
          </Button>
        )}
      </FileButton>
    </Group>
  );
}

interface ChosenFileFieldsProps {
  readonly chosen: ChosenFile;
  readonly onChange: (chosen: ChosenFile | null) => void;
}

/** Which columns of the file have the numbers and the reasons. */
function ChosenFileFields({ chosen, onChange }: ChosenFileFieldsProps) {
  const { file, openSheet, phoneColumn, reasonColumn } = chosen;
  const columns = file.columns.map((label, column) => ({ value: String(column), label }));
  const choose = (change: Partial<ChosenFile>) => onChange({ ...chosen, ...change });
  return (
    <>
      <Group gap={8}>
        <strong dir="auto">{file.name}</strong>
        <Button size="compact-sm" variant="default" onClick={() => onChange(null)}>
          Type numbers instead
        </Button>
      </Group>
      {file.sheets.length > 1 && (
        <Select
          label="Sheet"
          description={`This workbook has ${file.sheets.length} sheets. Add those with numbers one by one.`}
          data={file.sheets.map((label, sheet) => ({ value: String(sheet), label }))}
          allowDeselect={false}
          value={asValue(file.sheet)}
          onChange={(sheet) => sheet !== null && openSheet(Number(sheet))}
        />
      )}
      <Columns>
        <Select
          label="Column with phone numbers"
          placeholder="Choose a column"
          data={columns}
          allowDeselect={false}
          value={asValue(phoneColumn)}
          onChange={(value) => choose({ phoneColumn: asColumn(value) })}
        />
        <Select
          label="Column with reasons"
          placeholder="None"
          data={columns}
          clearable
          value={asValue(reasonColumn)}
          onChange={(value) => choose({ reasonColumn: asColumn(value) })}
        />
      </Columns>
      {file.lifted > 0 && (
        <Words>
          {countOf(file.lifted, 'row says', 'rows say')} that the entry was lifted, and{' '}
          {file.lifted === 1 ? 'is' : 'are'} left out.
        </Words>
      )}
    </>
  );
}

function asValue(column: number | null): string | null {
  return column === null ? null : String(column);
}

function asColumn(value: string | null): number | null {
  return value === null ? null : Number(value);
}

const TYPING_DELAY_MS = 200;

/** A file that was chosen, and where its numbers and reasons are. */
interface ChosenFile {
  readonly file: ListFile;
  /** Reads another sheet of the workbook. */
  readonly openSheet: (sheet: number) => void;
  /** Null until a person has chosen it. */
  readonly phoneColumn: number | null;
  readonly reasonColumn: number | null;
}

/** The text or file that somebody adds to the list, and what was read of it. */
function useListedNumbers() {
  const [text, setText] = useState('');
  useEffect(() => {
    const given = numbersToAdd.take();
    if (given !== null) setText(given);
  }, []);
  const [reading, setReading] = useState<string | null>(null);
  const { chosen, setChosen, opening, failure, open, forgetFailure } = useChosenFile();
  const [settled] = useDebouncedValue(text, TYPING_DELAY_MS);
  const lines = useMemo(() => (chosen ? linesOf(chosen) : typedLines(settled)), [chosen, settled]);
  const checked = useCheckedLines(lines, reading);
  // Until what was typed last is read, nothing can be added.
  const pending = opening || checked === undefined || (chosen === null && settled !== text);
  return {
    text,
    setText: (typed: string) => {
      forgetFailure();
      setText(typed);
    },
    /** How to read numbers without a country code: a country, `+`, or null for the workspace's default country. */
    reading,
    setReading,
    chosen,
    setChosen,
    openFile: open,
    failure,
    checked: checked ?? NO_LINES,
    pending,
  };
}

function useChosenFile() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [opening, setOpening] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const open = async (file: File, sheet?: number) => {
    setOpening(true);
    setFailure(null);
    const result = await readListFile(file, sheet);
    setOpening(false);
    if (!result.ok) {
      setChosen(null);
      return setFailure(result);
    }
    const { phoneColumn, reasonColumn } = result.value;
    const openSheet = (other: number) => void open(file, other);
    setChosen({ file: result.value, openSheet, phoneColumn, reasonColumn });
  };
  return { chosen, setChosen, opening, failure, open, forgetFailure: () => setFailure(null) };
}

function linesOf({ file, phoneColumn, reasonColumn }: ChosenFile): readonly ListLine[] {
  return phoneColumn === null ? [] : file.lines(phoneColumn, reasonColumn);
}

/** The numbers of the lines; undefined while they are read. */
function useCheckedLines(lines: readonly ListLine[], chosenReading: string | null): CheckedLines | undefined {
  const { defaultCountry = null } = useQuery(useWorkspace().queries.rules.get()).data ?? {};
  const reading = chosenReading ?? defaultCountry;
  const [checked, setChecked] = useState<{
    of: readonly ListLine[];
    reading: string | null;
    found: CheckedLines;
  }>();
  useEffect(() => {
    const abort = new AbortController();
    void checkLines(lines, reading, abort.signal).then((found) => {
      if (found) setChecked({ of: lines, reading, found });
    });
    return () => abort.abort();
  }, [lines, reading]);
  return checked?.of === lines && checked.reading === reading ? checked.found : undefined;
}
