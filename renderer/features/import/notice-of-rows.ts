import { DAY_MS, HOUR_MS } from '../../../shared/durations.ts';
import { type ImportProblem, importProblem } from '../../../shared/import-problems.ts';
import type { NoticeRule } from '../../../shared/notice.ts';
import type { SubmissionFields } from '../../../shared/submission.ts';
import { toldKey } from '../../api/notice-waits.ts';
import type { OpenImport } from './import-state.ts';

/** What decides about the notice of a file's rows. */
export interface NoticeOfFile {
  readonly rule: NoticeRule;
  /** A column has the day of each row. */
  readonly hasColumn: boolean;
  /** The day of the rows without one, `2027-01-06`; null if not entered. */
  readonly forAll: string | null;
}

/**
 * What is wrong with a row's day of notice. Without a column nothing is: then the one day for all rows is asked for when they
 * are queued. `today`: `2027-01-06`.
 */
export function noticeProblemOf(
  { rule, hasColumn, forAll }: NoticeOfFile,
  { noticeOn }: SubmissionFields,
  today: string,
): ImportProblem | null {
  if (!rule.asked || !hasColumn) return null;
  if (!noticeOn) return rule.required && forAll === null ? importProblem('day_missing') : null;
  return noticeOn > today ? importProblem('day_to_come') : null;
}

/** The hours by which a day ends later in the last place of the earth than by UTC, and one to spare. */
const DAY_ENDS_WITHIN_MS = 13 * HOUR_MS;

/** Those of the rows that may wait for their notice at a moment (UTC ms), as keys, each once. */
export function toldTooRecently(
  { checked, queued }: Pick<OpenImport, 'checked' | 'queued'>,
  { rule, forAll }: NoticeOfFile,
  at: number,
): readonly string[] {
  const keys = new Set<string>();
  if (!rule.asked) return [];
  for (const { number, fields } of checked) {
    const noticeOn = fields?.noticeOn ?? forAll;
    if (!fields || !noticeOn || queued.has(number)) continue;
    const ends = Date.parse(`${noticeOn}T00:00:00Z`) + rule.days * DAY_MS + DAY_ENDS_WITHIN_MS;
    if (ends > at) keys.add(toldKey(fields.phoneNumber, noticeOn));
  }
  return [...keys];
}
