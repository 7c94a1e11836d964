import { Button, Group } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';
import type { AskedZone } from '../../../shared/imports.ts';
import { cityOf, clockIn, placesWords } from '../../../shared/time-zone-names.ts';
import { countryName } from '../../../shared/words/country-name.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import { countOf, formatNumber } from '../../parts/format.ts';
import { Dim } from '../../parts/layout.tsx';
import { LibraryField } from '../../parts/library-field.tsx';
import { TimeZoneSelect } from '../../parts/send-later-choice.tsx';
import { ClippedText } from '../../parts/text.tsx';
import { useNow } from '../../parts/time.tsx';
import {
  type AlikeOffer,
  hasChoices,
  type ReviewRow,
  type UnknownWord,
  unknownWords,
  useCellEdits,
} from './classify-rows.ts';
import { type ColumnMapping, LIBRARY_FIELDS } from './match-headers.ts';
import type { CellChoice, ChoiceKind } from './read-cell.ts';
import classes from './review.module.css';

/** One line per column with ambiguous cells, with buttons that resolve all of them at once. */
export const ChoiceBar = memo(PlainChoiceBar);

function PlainChoiceBar({ rows }: { rows: readonly ReviewRow[] }) {
  const asking = useMemo(() => rows.filter(hasChoices), [rows]);
  return IMPORT_FIELDS.map((field) => <FieldChoices key={field} field={field} rows={asking} />);
}

function FieldChoices({ field, rows }: { field: ImportField; rows: readonly ReviewRow[] }) {
  const { choose } = useCellEdits();
  const waiting = choicesByRow(field, rows);
  if (waiting.size < 2) return null;
  const noun = fieldNoun(field);
  const nouns = fieldNouns(field);
  return (
    <Group role="group" gap="6px 10px" fz="sm" flex="none" aria-label={`Choices for every ${noun}`}>
      <span>{countOf(waiting.size, `${noun} needs`, `${nouns} need`)} a choice. For all at once:</span>
      {byKind(waiting).map(([kind, choices]) => (
        <Button
          key={kind}
          size="compact-sm"
          variant="default"
          onClick={() =>
            choose(
              field,
              new Map([...choices].map(([number, { value }]) => [number, value])),
              `Choice of ${countOf(choices.size, noun, nouns)}`,
            )
          }
        >
          {aboutAll(kind, [...choices.values()])}
          {choices.size < waiting.size && ` (${formatNumber(choices.size)})`}
        </Button>
      ))}
    </Group>
  );
}

type ChoicesByRow = ReadonlyMap<number, readonly CellChoice[]>;

function choicesByRow(field: ImportField, rows: readonly ReviewRow[]): ChoicesByRow {
  const waiting = new Map<number, readonly CellChoice[]>();
  for (const { number, problems } of rows) {
    const choices = problems.find((problem) => problem.field === field)?.choices;
    if (choices) waiting.set(number, choices);
  }
  return waiting;
}

/** The rows that offer each kind of choice, with that choice. */
function byKind(waiting: ChoicesByRow): readonly (readonly [ChoiceKind, ReadonlyMap<number, CellChoice>])[] {
  const kinds = new Map<ChoiceKind, Map<number, CellChoice>>();
  for (const [number, choices] of waiting) {
    for (const choice of choices) {
      const rows = kinds.get(choice.kind) ?? new Map<number, CellChoice>();
      rows.set(number, choice);
      kinds.set(choice.kind, rows);
    }
  }
  return [...kinds];
}

const WAYS: Readonly<Record<Exclude<ChoiceKind, 'national' | 'plus'>, string>> = {
  zero: 'with a zero in front',
  written: 'as written',
  once: 'country code once',
  now: 'as called now',
  right: 'is right',
  shown: 'as shown',
  plain: 'as in the cell',
  day_first: 'day first',
  month_first: 'month first',
};

/** Describes a choice next to its value: the country of the phone number, and how the cell was read. */
export function aboutChoice({ kind, country }: CellChoice): string {
  const way = kind === 'national' || kind === 'plus' ? null : WAYS[kind];
  const where = country === null ? null : countryName(country);
  return [where, way].filter((part) => part !== null).join(', ') || 'country unknown';
}

const WAYS_OF_ALL: Readonly<Record<ChoiceKind, string>> = {
  national: 'Numbers of',
  zero: 'With a zero in front',
  plus: 'Only the + is missing',
  written: 'As written',
  once: 'Country code once',
  now: 'As called now',
  right: 'They are right',
  shown: 'As the sheet shows them',
  plain: 'As stored in the cells',
  day_first: 'The day comes first',
  month_first: 'The month comes first',
};

/** Kinds of choices between phone numbers, which may be of several countries. */
const OF_NUMBERS: ReadonlySet<ChoiceKind> = new Set(['national', 'zero', 'plus', 'written', 'once', 'now']);

/** Describes a choice for many cells: `Numbers of Germany`, `Only the + is missing: United Kingdom and 2 other countries`. */
function aboutAll(kind: ChoiceKind, choices: readonly CellChoice[]): string {
  const names = [
    ...new Set(choices.map(({ country }) => (country === null ? 'unknown' : countryName(country)))),
  ];
  const [first = '', second, ...others] = names;
  const way = WAYS_OF_ALL[kind];
  if (!OF_NUMBERS.has(kind)) return way;
  const more = others.length === 0 ? second : `${others.length + 1} other countries`;
  const where = more === undefined ? first : `${first} and ${more}`;
  return kind === 'national' ? `${way} ${where}` : `${way}: ${where}`;
}

interface AlikeBarProps {
  readonly offer: AlikeOffer;
  readonly numbers: readonly number[];
  readonly onApply: () => void;
  readonly onDismiss: () => void;
}

/** Offers to make the same correction in all rows with the same text. */
export function AlikeBar({ offer: { field, from, to }, numbers, onApply, onDismiss }: AlikeBarProps) {
  const { nameOf } = useCellEdits();
  const rows = countOf(numbers.length, 'other row has', 'other rows have');
  const what = from === '' ? `no ${fieldNoun(field)}` : `“${short(from)}”`;
  return (
    <Group role="status" gap="6px 10px" fz="sm" flex="none">
      <span dir="auto">
        {rows} {what}, too.
      </span>
      <Button size="compact-sm" variant="default" onClick={andFocusGrid(onApply)}>
        Change {numbers.length === 1 ? 'it' : `all ${countOf(numbers.length, 'row')}`} to “
        {short(nameOf(field, to) ?? to)}”
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={andFocusGrid(onDismiss)}>
        Leave {numbers.length === 1 ? 'it' : 'them'}
      </Button>
    </Group>
  );
}

/** The pressed button goes away, so keyboard focus goes back to the rows. */
function andFocusGrid(act: () => void): () => void {
  return () => {
    document
      .querySelector<HTMLElement>('[role=grid] [data-index][tabindex="0"]')
      ?.focus({ preventScroll: true });
    act();
  };
}

const SHOWN = 40;

function short(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}

interface UnknownWordsBarProps {
  readonly rows: readonly ReviewRow[];
  readonly mapping: ColumnMapping;
}

/** Words shown at first: the rows below need the room. */
const SHOWN_AT_FIRST = 1;

/** A line per unknown job or questionnaire, to say once for all its rows what it means. */
export const UnknownWordsBar = memo(PlainUnknownWordsBar);

function PlainUnknownWordsBar({ rows, mapping }: UnknownWordsBarProps) {
  const [all, setAll] = useState(false);
  const words = useMemo(() => unknownWords(rows, mapping), [rows, mapping]);
  const shown = all ? words : words.slice(0, SHOWN_AT_FIRST);
  if (words.length === 0) return null;
  return (
    <section className={classes['unknownWords']} data-all={all || undefined} aria-label="Unknown names">
      {shown.map((word) => (
        <UnknownWordLine key={`${word.field} ${word.text}`} word={word} />
      ))}
      {words.length > SHOWN_AT_FIRST && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes['moreWords'] ?? ''}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? 'Show fewer' : `Show ${countOf(words.length - SHOWN_AT_FIRST, 'more unknown name')}`}
        </Button>
      )}
    </section>
  );
}

function UnknownWordLine({ word: { field, text, numbers } }: { word: UnknownWord }) {
  const { correctAll } = useCellEdits();
  const [id, setId] = useState('');
  const kind = LIBRARY_FIELDS[field];
  if (!kind) return null;
  const label = FIELD_LABELS[field];
  const rows = countOf(numbers.length, 'row');
  return (
    <form
      className={classes['unknownWord']}
      onSubmit={(event) => {
        event.preventDefault();
        if (id !== '') correctAll(field, numbers, id);
      }}
    >
      <span className={classes['unknownText']}>
        <ClippedText strong>{text === '' ? 'Empty' : text}</ClippedText>
      </span>
      <Dim fz="inherit" miw={0} flex="0 2 auto">
        {label.toLowerCase()} of {formatNumber(numbers.length)} rows
      </Dim>
      <div className={classes['meaning']}>
        <LibraryField
          kind={kind}
          label={`${label} for “${text}”`}
          placeholder="Pick from the Library or enter an ID"
          value={id}
          onChange={setId}
        />
      </div>
      <Button type="submit" variant="default" className={classes['useMeaning'] ?? ''} disabled={id === ''}>
        Use for all {rows}
      </Button>
    </form>
  );
}

interface TimeZoneChoicesProps {
  readonly rows: readonly ReviewRow[];
  /** Null leaves the choice to the Outbox. */
  readonly onChoose: (among: readonly string[], timeZone: string | null) => void;
}

/** One line per set of time zones that share no calling hour: chooses one for all rows whose numbers can be in them. */
export const TimeZoneChoices = memo(PlainTimeZoneChoices);

function PlainTimeZoneChoices({ rows, onChoose }: TimeZoneChoicesProps) {
  const sets = useMemo(() => setsOf(rows), [rows]);
  return sets.map(({ zone, count }) => (
    <TimeZoneChoice key={zone.among.join()} zone={zone} count={count} onChoose={onChoose} />
  ));
}

interface TimeZoneChoiceProps extends Pick<TimeZoneChoicesProps, 'onChoose'> {
  readonly zone: AskedZone;
  readonly count: number;
}

function TimeZoneChoice({ zone: { among, chosen }, count, onChoose }: TimeZoneChoiceProps) {
  const now = useNow();
  const numbers = countOf(count, 'phone number', 'phone numbers');
  return (
    <Group role="group" gap="6px 10px" fz="sm" flex="none" aria-label={`Time zone of ${numbers}`}>
      <span>
        {numbers} can be in {placesWords(among)}, which share no calling hour.{' '}
        {chosen === null
          ? count === 1
            ? 'It waits in the Outbox unless you choose:'
            : 'They wait in the Outbox unless you choose for all:'
          : `${cityOf(chosen)} counts, where it is ${clockIn(chosen, now, now)}:`}
      </span>
      <TimeZoneSelect
        label="Time zone"
        hideLabel
        width={200}
        noneLabel="Choose later"
        offered={among}
        onlyOffered
        value={chosen}
        onChange={(timeZone) => onChoose(among, timeZone)}
      />
    </Group>
  );
}

/** The sets of the rows that can be queued, each once, the most frequent first. */
function setsOf(rows: readonly ReviewRow[]): readonly { readonly zone: AskedZone; readonly count: number }[] {
  const sets = Map.groupBy(
    rows.filter(({ zone }) => zone),
    ({ zone }) => zone?.among.join(),
  );
  return [...sets.values()]
    .flatMap((same) => (same[0]?.zone ? [{ zone: same[0].zone, count: same.length }] : []))
    .sort((a, b) => b.count - a.count);
}

/** What a field is called within a sentence: `phone number`, `day of notice`. */
export function fieldNoun(field: ImportField): string {
  return field === 'noticeOn' ? 'day of notice' : FIELD_LABELS[field].toLowerCase();
}

/** The same of several. */
function fieldNouns(field: ImportField): string {
  return field === 'noticeOn' ? 'days of notice' : `${fieldNoun(field)}s`;
}
