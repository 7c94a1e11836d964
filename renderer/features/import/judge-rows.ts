import {
  type ImportProblem,
  importProblem,
  ofRow,
  type RowProblem,
} from '../../../shared/import-problems.ts';
import type { Duplicate } from '../../../shared/outbox.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import type { CheckedRow } from './reading/check-rows.ts';

/**
 * `held`: it is queued with the others, but goes out later. `choose`: a cell can be read in several ways, or not surely
 * enough, and that alone keeps it. `excluded`: left out, by a person or as hidden in the workbook.
 */
export type RowState = 'ready' | 'held' | 'choose' | 'duplicate' | 'invalid' | 'excluded';

export const ROW_STATES: readonly RowState[] = [
  'ready',
  'held',
  'choose',
  'duplicate',
  'invalid',
  'excluded',
];

/** A row that is not in the queue, and what would happen to it. */
export interface ReviewRow extends CheckedRow {
  readonly state: RowState;
  /** What to look at. */
  readonly notes: readonly RowProblem[];
  /** Kinds of problems in few words, the same for all rows that have them: what can be filtered by. */
  readonly kinds: readonly string[];
  /** A duplicate that the person wants queued: then it goes. */
  readonly anyway: boolean;
}

/** A row that can go into the queue. */
export interface ReadyRow {
  readonly number: number;
  readonly fields: SubmissionFields;
  /** It goes although its phone number was submitted before. */
  readonly anyway: boolean;
}

export interface Circumstances {
  /** In the queue already, or through it: number of the row and its phone number (E.164). */
  readonly queued: ReadonlyMap<number, string>;
  /** Earlier submissions and requests by phone number (E.164), the newest first. */
  readonly submitted: ReadonlyMap<string, readonly Duplicate[]>;
  /** Numbers of the rows to queue although they are duplicates. */
  readonly anyway: ReadonlySet<number>;
  readonly excluded: ReadonlySet<number>;
  /** When a submission would go out, UTC ms, where that is not as soon as possible. */
  readonly heldUntil: (fields: SubmissionFields) => number | null;
}

/**
 * The state of every row not yet queued. Of several rows with the same number the first that is right and not left
 * out stays ready; rows already queued come before all others.
 */
export function judgeRows(rows: readonly CheckedRow[], given: Circumstances): readonly ReviewRow[] {
  const firstOf = new Map<string, number>();
  for (const [number, phoneNumber] of given.queued) firstOf.set(phoneNumber, number);
  const judge = (row: CheckedRow): ReviewRow => {
    if (given.excluded.has(row.number)) {
      const why = importProblem(row.hidden ? 'left_out_hidden' : 'left_out');
      return { ...row, state: 'excluded', notes: [ofRow(why)], kinds: [], anyway: false };
    }
    if (!row.fields) return wrongRow(row);
    const { phoneNumber } = row.fields;
    const duplicate = duplicateOf(phoneNumber, firstOf.get(phoneNumber), given);
    if (!firstOf.has(phoneNumber)) firstOf.set(phoneNumber, row.number);
    const anyway = duplicate !== null && given.anyway.has(row.number);
    if (duplicate && !anyway) {
      return {
        ...row,
        state: 'duplicate',
        notes: [duplicate.note, ...row.hints],
        kinds: [duplicate.kind],
        anyway,
      };
    }
    const heldUntil = given.heldUntil(row.fields);
    const notes = [
      ...(duplicate ? [duplicate.note] : []),
      ...(heldUntil === null ? [] : [ofRow(importProblem('goes_out_later', { at: heldUntil }))]),
      ...row.hints,
    ];
    return { ...row, state: heldUntil === null ? 'ready' : 'held', notes, kinds: [], anyway };
  };
  return rows.filter(({ number }) => !given.queued.has(number)).map(judge);
}

/** A row with problems: one whose problems all have choices only waits for a person to choose. */
function wrongRow(row: CheckedRow): ReviewRow {
  // Without the choices, which are not kept.
  const notes = row.problems.map(({ choices: _, ...problem }) => problem);
  const kinds = row.problems.map(({ field }) => (field ? FIELD_LABELS[field] : 'The row as a whole'));
  const state = row.problems.every(({ choices }) => choices !== undefined) ? 'choose' : 'invalid';
  return { ...row, state, notes, kinds: [...new Set(kinds)], anyway: false };
}

/** Why a row is a duplicate: the nearest reason alone. */
function duplicateOf(
  phoneNumber: string,
  first: number | undefined,
  { submitted, queued }: Circumstances,
): { readonly note: RowProblem; readonly kind: string } | null {
  if (first !== undefined) {
    const twice = importProblem('phone_twice', { first, queued: queued.has(first) });
    return { note: ofRow(twice), kind: 'In this file' };
  }
  const [newest] = submitted.get(phoneNumber) ?? [];
  if (!newest) return null;
  return {
    note: ofRow(submittedBefore(newest)),
    kind: kindOf(newest),
  };
}

function submittedBefore(earlier: Duplicate): ImportProblem {
  const { candidateName, requestId, state, status, submittedAt, reachedAt, taken, workspace } = earlier;
  const known = { candidateName, state, status, submittedAt, reachedAt, taken, workspace };
  return importProblem('submitted_before', { ...known, tracked: requestId !== null });
}

function kindOf({ workspace, requestId, state, reachedAt }: Duplicate): string {
  if (workspace !== null) return 'In another workspace';
  if (requestId !== null) return 'In the history';
  return reachedAt !== null && state !== 'unconfirmed' ? 'May have been called' : 'In the Outbox';
}

/** Whether a cell of a row waits for a person to choose how it is read. */
export function hasChoices({ problems, state }: ReviewRow): boolean {
  return state !== 'excluded' && problems.some(({ choices }) => choices !== undefined);
}

/** The rows that can go, now or later. */
export function readyRows(rows: readonly ReviewRow[]): readonly ReadyRow[] {
  return rows.flatMap(({ number, fields, state, anyway }) =>
    (state === 'ready' || state === 'held') && fields ? [{ number, fields, anyway }] : [],
  );
}

export type StateCounts = Readonly<Record<RowState, number>>;

/** How many rows there are of each state. */
export function countStates(rows: readonly ReviewRow[]): StateCounts {
  const counts = { ready: 0, held: 0, choose: 0, duplicate: 0, invalid: 0, excluded: 0 };
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

/** The rows in one line: `37 calls, 4 held, 5 to choose, 2 duplicates, 3 invalid`; what there is none of is left out. */
export function summaryOf({ ready, held, choose, duplicate, invalid, excluded }: StateCounts): string {
  const parts = [
    counted(ready, 'call', 'calls'),
    counted(held, 'held', 'held'),
    counted(choose, 'to choose', 'to choose'),
    counted(duplicate, 'duplicate', 'duplicates'),
    counted(invalid, 'invalid', 'invalid'),
    counted(excluded, 'left out', 'left out'),
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'No calls' : parts.join(', ');
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${formatNumber(count)} ${count === 1 ? one : many}`;
}
