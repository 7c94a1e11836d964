import type { DatabaseSync } from 'node:sqlite';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import { all, change, integer } from '../operation.ts';
import { appendEventOf } from '../stores/history-store.ts';

/** Why a submission is a person's to decide that waited when the backup, or the copy of the data folder, was made. */
type MadeElsewhere = Pick<SubmissionProblem, 'madeAt'> & { readonly code: 'from_a_backup' | 'from_a_copy' };

/** It, or what it was corrected to, may have been sent since. Accepted without an id is unexpected, and counts as open. */
export const MAYBE_SENT = `(state IN ('queued', 'connecting', 'sending', 'held') OR after_edit IS NOT NULL
  OR (state = 'accepted' AND request_id IS NULL))`;

/** Makes everything that waits in a database made elsewhere a person's to decide; gives how many. `now`: UTC ms. */
export function unconfirmWaiting(db: DatabaseSync, problem: MadeElsewhere, now: number): number {
  const waiting = all(db, `SELECT row FROM submissions WHERE ${MAYBE_SENT} ORDER BY row`);
  const rows = waiting.map((row) => integer(row, 'row'));
  unconfirm(db, rows, problem, now);
  return rows.length;
}

/** Makes these submissions, which may have been sent elsewhere, a person's to decide. `now`: UTC ms. */
export function unconfirm(
  db: DatabaseSync,
  rows: readonly number[],
  problem: MadeElsewhere,
  now: number,
): void {
  change(
    db,
    `UPDATE submissions SET state = 'unconfirmed', problem = ?1, hold_until = NULL,
       hold_time_zone = NULL, hold_holiday = NULL, hold_question = NULL, hold_answer = NULL, hours_waived_until = NULL,
       after_edit = NULL, revision = revision + 1, updated_at = ?2,
       may_have_reached_at = ?2, may_have_reached_times = coalesce(may_have_reached_times, 0) + 1
     WHERE row IN (SELECT value FROM json_each(?3))`,
    JSON.stringify(problem),
    now,
    JSON.stringify(rows),
  );
  for (const row of rows) appendEventOf(db, row, now, { code: 'unconfirmed', values: problem });
}
