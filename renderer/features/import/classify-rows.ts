import { callKey } from '../../../shared/call-key.ts';
import {
  type ImportProblem,
  importProblem,
  ofRow,
  type RowProblem,
} from '../../../shared/import-problems.ts';
import { type NumberRefusal, refusalProblem } from '../../../shared/number-refusal.ts';
import type { Duplicate } from '../../../shared/outbox.ts';
import { formatPhoneNumber } from '../../../shared/phone-number.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import type { NumberRules } from '../../api/number-rules.ts';
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

/** Until when a submission would wait. */
export interface Wait {
  /** UTC ms. */
  readonly until: number;
  /** The IANA time zone whose calling hours begin then; null for the time chosen for all, or the end of the notice. */
  readonly timeZone: string | null;
  /** The public holiday it waits for the end of; null while holidays aren't known; left out if there is none. */
  readonly holiday?: string | null | undefined;
  /** The candidate was told too recently, and it waits for that. */
  readonly notice?: boolean;
  /** It waits in the Outbox for a person who chooses its time zone; `until` is when it may go out at the earliest. */
  readonly asks?: boolean;
}

/** The time zones (IANA) that a number may be in, which share no calling hour, and which of them the user chose. */
export interface AskedZone {
  readonly among: readonly string[];
  readonly chosen: string | null;
}

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
  readonly wait?: Wait;
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
  /** Phone numbers (E.164) of the rows queued so far, by row number. */
  readonly queued: ReadonlyMap<number, string>;
  /** Earlier submissions and requests by the call key of their number, the newest first. */
  readonly submitted: ReadonlyMap<string, readonly Duplicate[]>;
  /** Why numbers (E.164) may not be called. */
  readonly refusals: NumberRules['refusals'];
  /** How many more tries each number (E.164) has left; null if nothing limits them. */
  readonly tries: NumberRules['tries'];
  /** What is wrong with the day on which a candidate was told of the call; null if nothing. */
  readonly noticeProblem: (fields: SubmissionFields) => ImportProblem | null;
  /** Numbers of the duplicates to queue. */
  readonly anyway: ReadonlySet<number>;
  readonly excluded: ReadonlySet<number>;
  /** What a submission would wait for; null for as soon as possible. */
  readonly waitOf: (fields: SubmissionFields) => Wait | null;
  /** The choice of a time zone that a number (E.164) needs; undefined if it needs none. Left out: none does. */
  readonly zoneOf?: (phoneNumber: string) => AskedZone | undefined;
}

/**
 * The state of every row that is not queued. Of rows with the same telephone, the first valid one that is not left out
 * counts as the original, and queued rows come first.
 */
export function classifyRows(rows: readonly CheckedRow[], given: ReviewContext): readonly ReviewRow[] {
  const classify = rowClassifier(given);
  return rows.filter(({ number }) => !given.queued.has(number)).map(classify);
}

/** Classifies rows one by one, in the order of the file; rows that are queued must be left out. */
export function rowClassifier(given: ReviewContext): (row: CheckedRow) => ReviewRow {
  const firstOf = new Map<string, FirstRow>();
  for (const [number, phoneNumber] of given.queued)
    firstOf.set(callKey(phoneNumber), { number, phoneNumber });
  const takeTry = triesCounter(given.tries);
  return (row) => {
    if (given.excluded.has(row.number)) {
      const why = importProblem(row.hidden ? 'left_out_hidden' : 'left_out');
      return { ...row, state: 'excluded', notes: [ofRow(why)], kinds: [], anyway: false };
    }
    if (!row.fields) return wrongRow(row);
    const { phoneNumber } = row.fields;
    const wait = given.waitOf(row.fields);
    const refusal = given.refusals.get(phoneNumber);
    const isOver = refusal !== undefined && endsBefore(refusal, wait);
    if (refusal && !isOver) return forbiddenRow(row, refusal);
    const notice = given.noticeProblem(row.fields);
    if (notice) return wrongRow({ ...row, problems: [{ field: 'noticeOn', ...notice }] });
    const key = callKey(phoneNumber);
    const duplicate = duplicateOf(phoneNumber, firstOf.get(key), given);
    if (!firstOf.has(key)) firstOf.set(key, { number: row.number, phoneNumber });
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
    if (!takeTry(phoneNumber, isOver ? 1 : 0)) return overTriedRow(row, given.tries);
    const notes = [
      ...(duplicate ? [duplicate.note] : []),
      ...(wait ? [ofRow(waitProblem(wait))] : []),
      ...row.hints,
    ];
    const zone = given.zoneOf?.(phoneNumber);
    const fields = zone?.chosen ? { ...row.fields, timeZone: zone.chosen } : row.fields;
    const queueable = { ...row, fields, notes, kinds: [], anyway, ...(zone && { zone }) };
    return wait ? { ...queueable, state: 'held', wait } : { ...queueable, state: 'ready' };
  };
}

/** Whether the row waits for its notice, which main doesn't know of, until its person may be tried once more. */
function endsBefore(refusal: NumberRefusal, wait: Wait | null): boolean {
  return refusal.why === 'tries_used_up' && wait?.notice === true && wait.until >= refusal.used.nextAt;
}

/** Takes a try of a person for each row to queue; false if there is none left. `least`: so many there are at any rate. */
function triesCounter(tries: NumberRules['tries']): (phoneNumber: string, least: number) => boolean {
  const taken = new Map<string, number>();
  return (phoneNumber, least) => {
    if (!tries) return true;
    const key = callKey(phoneNumber);
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    return before < Math.max(least, tries.left.get(phoneNumber) ?? tries.rule.most);
  };
}

/** A row whose person would be tried too often with the rows above it. */
function overTriedRow(row: CheckedRow, tries: NumberRules['tries']): ReviewRow {
  const why = tries ? [ofRow(importProblem('tries_used_up_in_file', tries.rule))] : [];
  return {
    ...row,
    state: 'blocked',
    notes: [...why, ...row.hints],
    kinds: [REFUSAL_KINDS.tries_used_up],
    anyway: false,
  };
}

function waitProblem({ until: at, holiday, notice, asks }: Wait) {
  if (asks) return importProblem('time_zone_needed');
  if (notice) return importProblem('waits_for_notice', { at });
  if (holiday === null) return importProblem('holidays_unknown');
  return importProblem('goes_out_later', { at, ...(holiday !== undefined && { holiday }) });
}

/** A row with problems: `choose` if each of them offers choices. */
function wrongRow(row: CheckedRow): ReviewRow {
  // Choices are not stored with the notes.
  const notes = row.problems.map(({ choices: _, ...problem }) => problem);
  const kinds = row.problems.map(({ field }) => (field ? FIELD_LABELS[field] : 'The whole row'));
  const state = row.problems.every(({ choices }) => choices !== undefined) ? 'choose' : 'invalid';
  return { ...row, state, notes, kinds: [...new Set(kinds)], anyway: false };
}

const REFUSAL_KINDS: Readonly<Record<NumberRefusal['why'], string>> = {
  do_not_call: 'On the do-not-call list',
  country_not_allowed: 'Country not allowed',
  tries_used_up: 'Tried too often',
};

/** A row whose number may not be called, whatever the user decides here. */
function forbiddenRow(row: CheckedRow, refusal: NumberRefusal): ReviewRow {
  const notes = [ofRow(refusalProblem(refusal)), ...row.hints];
  return { ...row, state: 'blocked', notes, kinds: [REFUSAL_KINDS[refusal.why]], anyway: false };
}

/** The first row with a telephone. */
interface FirstRow {
  readonly number: number;
  readonly phoneNumber: string;
}

/** Why a row is a duplicate; the same file takes precedence. */
function duplicateOf(
  phoneNumber: string,
  first: FirstRow | undefined,
  { submitted, queued }: ReviewContext,
): { readonly note: RowProblem; readonly kind: string } | null {
  if (first !== undefined) {
    const twice = { first: first.number, queued: queued.has(first.number) };
    return {
      note: ofRow(
        importProblem('phone_twice', { ...twice, ...writtenOther(first.phoneNumber, phoneNumber) }),
      ),
      kind: 'In this file',
    };
  }
  const [newest] = submitted.get(callKey(phoneNumber)) ?? [];
  if (!newest) return null;
  return {
    note: ofRow(submittedBefore(newest, writtenOther(newest.phoneNumber, phoneNumber))),
    kind: kindOf(newest),
  };
}

function submittedBefore(earlier: Duplicate, written: { readonly written?: string }): ImportProblem {
  const { candidateName, requestId, state, status, submittedAt, reachedAt, taken, workspace } = earlier;
  const known = { candidateName, state, status, submittedAt, reachedAt, taken, workspace };
  return importProblem('submitted_before', { ...known, tracked: requestId !== null, ...written });
}

/** The other number of the same telephone, if its digits differ. */
function writtenOther(other: string, phoneNumber: string): { readonly written?: string } {
  return other === phoneNumber ? {} : { written: formatPhoneNumber(other) };
}

function kindOf({ workspace, requestId, state, reachedAt }: Duplicate): string {
  if (workspace !== null) return 'In another workspace';
  if (requestId !== null) return 'In the history';
  return reachedAt !== null && state !== 'unconfirmed' ? 'May have been called' : 'In the Outbox';
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
