import { type ImportProblem, importProblem } from '../../../shared/import-problems.ts';
import { earliestCallAnywhere, type NoticeRule } from '../../../shared/notice.ts';
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
    if (earliestCallAnywhere(noticeOn, rule.days) > at) keys.add(toldKey(fields.phoneNumber, noticeOn));
  }
  return [...keys];
}
