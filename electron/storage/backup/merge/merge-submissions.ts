import type { DatabaseSync } from 'node:sqlite';
import type { SubmissionProblem } from '../../../../shared/problems.ts';
import { all, change, integer } from '../../operation.ts';
import { appendEventOf } from '../../stores/history-store.ts';
import { copyRows } from './copy-rows.ts';
import type { Restoring } from './merge.ts';

/**
 * Why a submission is a person's to decide that was waiting when the backup, or the copy of the data folder, was made. It
 * becomes `unconfirmed`. Later restores count these codes in its history (`restores`).
 */
type MadeElsewhere = Pick<SubmissionProblem, 'madeAt'> & { readonly code: 'from_a_backup' | 'from_a_copy' };

/**
 * The other computer may have sent it since the backup, or what it was corrected to. Accepted without an id is unexpected,
 * and counts as open.
 */
export const MAYBE_SENT = `(b.state IN ('queued', 'connecting', 'sending', 'held') OR b.after_edit IS NOT NULL
  OR (b.state = 'accepted' AND b.request_id IS NULL))`;

/** Accepted there but not here, so that it must not be sent here. */
export const SETTLES = `b.state = 'accepted' AND b.request_id IS NOT NULL AND m.state <> 'accepted'`;

/**
 * Another computer had this submission, too, and may have sent it: the backup has a newer revision, or its history has
 * more restores than ours.
 */
const KNOWN_ELSEWHERE = `(b.revision > m.revision OR ${restores('backup', 'b')} > ${restores('main', 'm')})`;

/** Waiting here, but another computer may have sent it. */
export const DOUBTFUL = `m.state IN ('queued', 'connecting', 'held') AND NOT (${SETTLES}) AND ${KNOWN_ELSEWHERE}`;

/** Reached the service from another computer, or may have, since this one last sent it. */
const REACHED_ELSEWHERE = `b.may_have_reached_at > coalesce(m.may_have_reached_at, 0)
  OR (m.may_have_reached_at IS NULL AND m.state IN ('draft', 'rejected', 'discarded') AND ${MAYBE_SENT}
    AND ${KNOWN_ELSEWHERE})`;

export const ON_BOTH = 'FROM backup.submissions AS b JOIN main.submissions AS m ON m.id = b.id';

function restores(schema: 'main' | 'backup', submission: string): string {
  return `(SELECT count(*) FROM ${schema}.history
    WHERE history.row = ${submission}.row AND history.code = 'unconfirmed'
      AND history.values_json ->> 'code' IN ('from_a_backup', 'from_a_copy'))`;
}

/** Fills `temp.submission_map` (old_row, new_row, known); `known`: 1 for a submission that was here before. */
export function matchSubmissions(db: DatabaseSync): void {
  db.exec(`
    CREATE TEMP TABLE submission_map (old_row INTEGER PRIMARY KEY, new_row INTEGER NOT NULL, known INTEGER NOT NULL) STRICT;
    INSERT INTO temp.submission_map
      SELECT b.row, m.row, 1 FROM backup.submissions AS b JOIN main.submissions AS m ON m.id = b.id;
    INSERT INTO temp.submission_map
      SELECT row, (SELECT coalesce(max(row), 0) FROM main.submissions) + row_number() OVER (ORDER BY row), 0
      FROM backup.submissions WHERE row NOT IN (SELECT old_row FROM temp.submission_map);
  `);
}

/**
 * Adds missing submissions with their history, and updates those that are here. Nothing from a backup is ever sent
 * automatically: a person decides about each submission that was waiting.
 */
export function mergeSubmissions(
  db: DatabaseSync,
  { madeAt, now }: Pick<Restoring, 'madeAt' | 'now'>,
): { toDecide: number; settled: number } {
  copyRows(db, {
    table: 'submissions',
    from: `temp.submission_map AS map
      JOIN backup.submissions AS b ON b.row = map.old_row AND map.known = 0
      JOIN temp.workspace_map AS workspace ON workspace.old_id = b.workspace_id
      ORDER BY map.new_row`,
    columns: { row: 'map.new_row', workspace_id: 'workspace.new_id', after_edit: 'NULL' },
  });
  copyHistory(db);
  const problem = { code: 'from_a_backup', madeAt } as const;
  const returned = rowsOf(
    db,
    `SELECT map.new_row AS row FROM backup.submissions AS b
     JOIN temp.submission_map AS map ON map.old_row = b.row AND map.known = 0 WHERE ${MAYBE_SENT}`,
  );
  unconfirm(db, returned, problem, now);
  const settled = settleAccepted(db, now);
  mergeReached(db, now);
  const doubtful = rowsOf(db, `SELECT m.row ${ON_BOTH} WHERE ${DOUBTFUL}`);
  unconfirm(db, doubtful, problem, now);
  return { toDecide: returned.length + doubtful.length, settled };
}

/** Makes submissions that may have been sent elsewhere a person's to decide. `now`: UTC ms. */
export function unconfirm(
  db: DatabaseSync,
  rows: readonly number[],
  problem: MadeElsewhere,
  now: number,
): void {
  change(
    db,
    `UPDATE main.submissions SET state = 'unconfirmed', problem = ?1, hold_until = NULL,
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

function copyHistory(db: DatabaseSync): void {
  copyRows(db, {
    table: 'history',
    from: `backup.history AS b
      JOIN temp.submission_map AS map ON map.old_row = b.row AND map.known = 0`,
    columns: { row: 'map.new_row' },
  });
}

/** Marks submissions as accepted that the other computer sent; merging requests starts tracking them. */
function settleAccepted(db: DatabaseSync, now: number): number {
  const accepted = rowsOf(db, `SELECT m.row ${ON_BOTH} WHERE ${SETTLES}`);
  change(
    db,
    `UPDATE main.submissions AS m SET state = 'accepted', request_id = b.request_id, problem = NULL,
       hold_until = NULL, hold_time_zone = NULL, hold_holiday = NULL, hold_question = NULL, hold_answer = NULL, hours_in_force = NULL,
       after_edit = NULL,
       revision = m.revision + 1, updated_at = ?
     FROM backup.submissions AS b WHERE b.id = m.id AND ${SETTLES}`,
    now,
  );
  for (const row of accepted) {
    appendEventOf(db, row, now, { code: 'settled_by_backup', values: null });
  }
  return accepted.length;
}

/** Also counts sends from another computer that may have reached the service, whatever was decided about them. */
function mergeReached(db: DatabaseSync, now: number): void {
  change(
    db,
    `UPDATE main.submissions AS m SET
       may_have_reached_at = max(coalesce(m.may_have_reached_at, 0), coalesce(b.may_have_reached_at, ?)),
       may_have_reached_times = max(coalesce(m.may_have_reached_times, 1), coalesce(b.may_have_reached_times, 1))
     FROM backup.submissions AS b WHERE b.id = m.id AND (${REACHED_ELSEWHERE})`,
    now,
  );
}

function rowsOf(db: DatabaseSync, sql: string): number[] {
  return all(db, `${sql} ORDER BY 1`).map((row) => integer(row, 'row'));
}
