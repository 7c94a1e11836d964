import { createContext, useContext } from 'react';
import { type ImportField, importProblem, ofRow, type RowProblem } from '../../../shared/import-problems.ts';
import type { AskedZone, JudgedRow, RowWait } from '../../../shared/imports.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import { blockedKind, REASON_WORDS } from '../../../shared/words/rule-words.ts';
import { formatNumber } from '../../parts/format.ts';
import type { CheckedRow } from './check-rows.ts';
import type { OpenImport } from './import-state.ts';
import type { JudgedRows } from './judged-rows.ts';
import { type ColumnMapping, LIBRARY_FIELDS } from './match-headers.ts';

/**
 * `held`: can be queued, but is sent later. `choose`: only lacks the user's choice of how to read a cell. `blocked`: its
 * number may not be called. `excluded`: left out, by the user or because it is hidden in the workbook.
 */
export type RowState = 'ready' | 'held' | 'choose' | 'duplicate' | 'blocked' | 'invalid' | 'excluded';

export const ROW_STATES: readonly RowState[] = [
  'ready',
  'held',
  'choose',
  'duplicate',
  'blocked',
  'invalid',
  'excluded',
];

/** A row that is not queued, and what would happen to it. */
export interface ReviewRow extends CheckedRow {
  readonly state: RowState;
  /** Problems and hints. */
  readonly notes: readonly RowProblem[];
  /** Kinds of problems, for the filter. */
  readonly kinds: readonly string[];
  /** A duplicate that the user wants to queue. */
  readonly anyway: boolean;
  /** Set if the row is held. */
  readonly wait?: RowWait | undefined;
  /** Set if the user can choose its time zone. */
  readonly zone?: AskedZone | undefined;
}

/** A row that can be queued. */
export interface ReadyRow {
  readonly number: number;
  readonly fields: SubmissionFields;
  /** Queue it although its phone number was submitted before. */
  readonly anyway: boolean;
}

export interface ReviewContext {
  /** Numbers of the duplicates to queue. */
  readonly anyway: ReadonlySet<number>;
  readonly excluded: ReadonlySet<number>;
  /** What main says about the rows, by number; those it hasn't answered for yet are ready. */
  readonly judged: JudgedRows;
}

/** The state of a row that is not queued: by what the file has and the user left out, then by what main says. */
export function classifyRow(row: CheckedRow, { anyway, excluded, judged }: ReviewContext): ReviewRow {
  if (excluded.has(row.number)) {
    const why = importProblem(row.hidden ? 'left_out_hidden' : 'left_out');
    return { ...row, state: 'excluded', notes: [ofRow(why)], kinds: [], anyway: false };
  }
  if (!row.fields) return wrongRow(row);
  const { state, notes, wait, zone } = judged.get(row.number) ?? GOES;
  if (state === 'invalid') return wrongRow({ ...row, problems: notes });
  const known = { ...row, state, notes: [...notes, ...row.hints] };
  if (state === 'duplicate' || state === 'blocked') {
    return { ...known, kinds: notes.slice(0, 1).map(kindOf), anyway: false };
  }
  const fields = zone?.chosen ? { ...row.fields, timeZone: zone.chosen } : row.fields;
  const isWanted = anyway.has(row.number) && notes.some(({ code }) => DUPLICATE_CODES.has(code));
  return { ...known, fields, kinds: [], anyway: isWanted, ...(wait && { wait }), ...(zone && { zone }) };
}

const GOES: JudgedRow = { state: 'ready', notes: [] };
const DUPLICATE_CODES: ReadonlySet<RowProblem['code']> = new Set(['phone_twice', 'submitted_before']);

/** A row with problems: `choose` if each of them offers choices. */
function wrongRow(row: CheckedRow): ReviewRow {
  // Choices are not stored with the notes.
  const notes = row.problems.map(({ choices: _, ...problem }) => problem);
  const kinds = row.problems.map(({ field }) => (field ? FIELD_LABELS[field] : 'The whole row'));
  const state = row.problems.every(({ choices }) => choices !== undefined) ? 'choose' : 'invalid';
  return { ...row, state, notes, kinds: [...new Set(kinds)], anyway: false };
}

/** What the filter calls the reason why a row is a duplicate or blocked. */
function kindOf(reason: RowProblem): string {
  switch (reason.code) {
    case 'tries_used_up_in_file':
      return REASON_WORDS.tries_used_up.kind;
    case 'submitted_before': {
      const { workspace, tracked, state, reachedAt } = reason.values;
      if (workspace !== null) return 'In another workspace';
      if (tracked) return 'In the history';
      return reachedAt !== null && state !== 'unconfirmed' ? 'May have been called' : 'In the Outbox';
    }
    default:
      return blockedKind(reason.code) ?? 'In this file';
  }
}

/** Whether a row has a cell that the user has to choose a reading for. */
export function hasChoices({ problems, state }: ReviewRow): boolean {
  return state !== 'excluded' && problems.some(({ choices }) => choices !== undefined);
}

/** The rows that can be queued. */
export function readyRows(rows: readonly ReviewRow[]): readonly ReadyRow[] {
  return rows.flatMap(({ number, fields, state, anyway }) =>
    (state === 'ready' || state === 'held') && fields ? [{ number, fields, anyway }] : [],
  );
}

type StateCounts = Readonly<Record<RowState, number>>;

/** How many rows there are of each state. */
export function countStates(rows: readonly ReviewRow[]): StateCounts {
  const counts = { ready: 0, held: 0, choose: 0, duplicate: 0, blocked: 0, invalid: 0, excluded: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/** The kinds of problems of the rows in one state, and how many rows have each, the most frequent first. */
export function countKinds(
  rows: readonly ReviewRow[],
  state: RowState,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (row.state !== state) continue;
    for (const kind of row.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** A one-line summary, without states that have no rows: `37 calls, 4 held, 5 to choose, 2 duplicates`. */
export function summaryOf({
  ready,
  held,
  choose,
  duplicate,
  blocked,
  invalid,
  excluded,
}: StateCounts): string {
  const parts = [
    counted(ready, 'call', 'calls'),
    counted(held, 'held', 'held'),
    counted(choose, 'to choose', 'to choose'),
    counted(duplicate, 'duplicate', 'duplicates'),
    counted(blocked, 'blocked', 'blocked'),
    counted(invalid, 'invalid', 'invalid'),
    counted(excluded, 'left out', 'left out'),
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'No calls' : parts.join(', ');
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** The position of a cell in the review grid. */
export interface CellPosition {
  readonly number: number;
  readonly field: ImportField;
}

/** The actions of the review grid's cells. */
export interface CellEdits {
  readonly editing: CellPosition | null;
  /** The fields with a column, from left to right. */
  readonly fields: readonly ImportField[];
  readonly begin: (place: CellPosition) => void;
  /** Saves the text and starts editing `next`, if any. */
  readonly save: (place: CellPosition, text: string, next: CellPosition | null) => void;
  readonly cancel: () => void;
  /** Corrects a field alike in several rows, as one step of Undo. */
  readonly correctAll: (field: ImportField, numbers: readonly number[], text: string) => void;
  /** Chooses a reading of a field in these rows, by row number; `step` is its name in Undo. */
  readonly choose: (field: ImportField, values: ReadonlyMap<number, string>, step: string) => void;
  /** Sets whether rows are queued although they are duplicates. */
  readonly chooseAnyway: (numbers: readonly number[], on: boolean) => void;
  /** Leaves rows out, or puts them back. */
  readonly exclude: (numbers: readonly number[], on: boolean) => void;
  /** The Library's name for an ID. */
  readonly nameOf: (field: ImportField, id: string) => string | undefined;
}

/** Gives the cells of the review their actions. */
export const CellEditsContext = createContext<CellEdits | null>(null);

export function useCellEdits(): CellEdits {
  const edits = useContext(CellEditsContext);
  if (!edits) throw new Error('A cell of the review needs a CellEditsContext.');
  return edits;
}

/** A correction that other rows with the same text may need, too. */
export interface AlikeOffer {
  readonly field: ImportField;
  /** The text before the correction. */
  readonly from: string;
  readonly to: string;
}

/** Numbers of the rows that still have this text, without those queued or left out. */
export function rowsAlike(
  { checked, queued, edits }: Pick<OpenImport, 'checked' | 'queued' | 'edits'>,
  { field, from }: Pick<AlikeOffer, 'field' | 'from'>,
): readonly number[] {
  // Empty names and links are different people's; jobs and days of notice are often the same.
  if (from === '' && !LIBRARY_FIELDS[field] && field !== 'noticeOn') return [];
  return checked.flatMap(({ number, values }) =>
    values[field] === from && !queued.has(number) && !edits.excluded.has(number) ? [number] : [],
  );
}

/** A text in a column of jobs or questionnaires that the Library doesn't know, and the rows that have it. */
export interface UnknownWord {
  readonly field: ImportField;
  readonly text: string;
  readonly numbers: readonly number[];
}

const ID_FIELDS: readonly ImportField[] = ['jobDescriptionId', 'questionnaireTemplateId'];

/** The unknown jobs and questionnaires that several rows share, the most frequent first. */
export function unknownWords(rows: readonly ReviewRow[], mapping: ColumnMapping): readonly UnknownWord[] {
  return ID_FIELDS.filter((field) => LIBRARY_FIELDS[field] && mapping[field].from === 'columns')
    .flatMap((field) => wordsIn(field, rows))
    .filter(({ numbers }) => numbers.length > 1)
    .sort((a, b) => b.numbers.length - a.numbers.length);
}

function wordsIn(field: ImportField, rows: readonly ReviewRow[]): readonly UnknownWord[] {
  const numbers = new Map<string, number[]>();
  for (const row of rows) {
    if (row.state === 'excluded' || !isUnknown(row, field)) continue;
    const text = row.values[field];
    const same = numbers.get(text);
    if (same) same.push(row.number);
    else numbers.set(text, [row.number]);
  }
  return [...numbers].map(([text, same]) => ({ field, text, numbers: same }));
}

function isUnknown({ problems, hints }: ReviewRow, field: ImportField): boolean {
  const wrong = problems.some((problem) => problem.field === field && problem.choices === undefined);
  if (wrong || field !== 'questionnaireTemplateId') return wrong;
  return hints.some(({ code }) => code === 'questionnaire_name_unknown');
}
