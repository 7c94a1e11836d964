import { importProblem, ofRow, type RowProblem } from '../../../shared/import-problems.ts';
import type { AskedZone, JudgedRow, RowWait } from '../../../shared/imports.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import type { JudgedRows } from '../../api/judged-rows.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import type { CheckedRow } from './reading/check-rows.ts';

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
    case 'on_do_not_call_list':
      return 'On the do-not-call list';
    case 'country_not_allowed':
      return 'Country not allowed';
    case 'tries_used_up':
    case 'tries_used_up_in_file':
      return 'Tried too often';
    case 'submitted_before': {
      const { workspace, tracked, state, reachedAt } = reason.values;
      if (workspace !== null) return 'In another workspace';
      if (tracked) return 'In the history';
      return reachedAt !== null && state !== 'unconfirmed' ? 'May have been called' : 'In the Outbox';
    }
    default:
      return 'In this file';
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

export type StateCounts = Readonly<Record<RowState, number>>;

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
