import type { Duplicate } from '../../../shared/outbox.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { duplicatePlace } from '../../parts/duplicates/duplicate-words.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import type { CheckedRow } from './check-rows.ts';
import { FIELD_LABELS } from './import-fields.ts';

/** `unclear`: sent to the queue, but whether it got there could not be found out. */
export type RowState = 'ready' | 'duplicate' | 'problem' | 'unclear';

export const ROW_STATES: readonly RowState[] = ['ready', 'duplicate', 'problem', 'unclear'];

/** A row that is not in the queue, and what would happen to it. */
export interface ReviewRow extends CheckedRow {
  readonly state: RowState;
  /** Why it is not ready, a sentence each. */
  readonly notes: readonly string[];
  /** A duplicate that the person wants queued: then it is ready. */
  readonly anyway: boolean;
}

/** A row that can go into the queue. */
export interface ReadyRow {
  readonly number: number;
  readonly fields: SubmissionFields;
  /** It goes although its phone number was submitted before. */
  readonly anyway: boolean;
}

export interface EarlierRows {
  /** In the queue already, by row number, as they went. */
  readonly queued: ReadonlyMap<number, SubmissionFields>;
  readonly unclear: ReadonlyMap<number, SubmissionFields>;
  /** Keys ({@link submissionKey}) of what earlier imports queued. */
  readonly sentBefore: ReadonlySet<string>;
  /** Earlier submissions and requests by phone number (E.164), the newest first. */
  readonly submitted: ReadonlyMap<string, readonly Duplicate[]>;
  /** Numbers of the rows to queue although they are duplicates. */
  readonly anyway: ReadonlySet<number>;
}

/** Two submissions with the same key would call the same person about the same thing. */
export function submissionKey(fields: SubmissionFields): string {
  return [fields.phoneNumber, fields.jobDescriptionId.toLowerCase(), fields.questionnaireTemplateId].join(
    '\n',
  );
}

/**
 * The state of every row not yet queued. Of several rows with the same number the first that is right stays ready;
 * rows already queued come before all others.
 */
export function judgeRows(rows: readonly CheckedRow[], earlier: EarlierRows): readonly ReviewRow[] {
  const firstOf = new Map<string, string>();
  for (const [number, { phoneNumber }] of earlier.unclear) firstOf.set(phoneNumber, sameAs(number));
  for (const [number, { phoneNumber }] of earlier.queued) {
    firstOf.set(phoneNumber, `${sameAs(number)}, which is in the queue`);
  }
  const judge = (row: CheckedRow): ReviewRow => {
    if (earlier.unclear.has(row.number)) {
      return { ...row, state: 'unclear', notes: ['Whether it is in the queue is not known'], anyway: false };
    }
    if (!row.fields) return { ...row, state: 'problem', notes: problemNotes(row), anyway: false };
    const notes = duplicateNotes(row.fields, firstOf.get(row.fields.phoneNumber), earlier);
    if (!firstOf.has(row.fields.phoneNumber)) firstOf.set(row.fields.phoneNumber, sameAs(row.number));
    const anyway = notes.length > 0 && earlier.anyway.has(row.number);
    return { ...row, state: notes.length === 0 || anyway ? 'ready' : 'duplicate', notes, anyway };
  };
  return rows.filter(({ number }) => !earlier.queued.has(number)).map(judge);
}

/** Why a row is a duplicate: the nearest reason alone; none when it is no duplicate. */
function duplicateNotes(
  fields: SubmissionFields,
  first: string | undefined,
  { sentBefore, submitted }: EarlierRows,
): string[] {
  if (first) return [first];
  if (sentBefore.has(submissionKey(fields))) return ['Queued by an earlier import, for the same job'];
  const [newest] = submitted.get(fields.phoneNumber) ?? [];
  return newest ? [`${capitalized(duplicatePlace(newest))}: ${newest.candidateName}`] : [];
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sameAs(number: number): string {
  return `Same phone number as row ${formatNumber(number)}`;
}

function problemNotes(row: CheckedRow): string[] {
  return row.problems.map(({ field, message }) => (field ? `${FIELD_LABELS[field]}: ${message}` : message));
}

/** The rows that can go. */
export function readyRows(rows: readonly ReviewRow[]): readonly ReadyRow[] {
  return rows.flatMap(({ number, fields, state, anyway }) =>
    state === 'ready' && fields ? [{ number, fields, anyway }] : [],
  );
}

/** How many rows there are of each state. */
export function countStates(rows: readonly ReviewRow[]): Readonly<Record<RowState, number>> {
  const counts = { ready: 0, duplicate: 0, problem: 0, unclear: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/** The rows in one line: `37 ready, 2 duplicates, 3 with problems`. */
export function summaryOf(rows: readonly ReviewRow[]): string {
  const { ready, duplicate, problem, unclear } = countStates(rows);
  const parts = [`${formatNumber(ready)} ready`];
  if (duplicate > 0) parts.push(`${formatNumber(duplicate)} ${duplicate === 1 ? 'duplicate' : 'duplicates'}`);
  if (problem > 0)
    parts.push(`${formatNumber(problem)} ${problem === 1 ? 'with a problem' : 'with problems'}`);
  if (unclear > 0) parts.push(`${formatNumber(unclear)} unclear`);
  return parts.join(', ');
}
