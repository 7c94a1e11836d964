import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '../../../../shared/durations.ts';
import { all, integer, text } from '../../operation.ts';
import { rowOf } from '../../requests/selected-rows.ts';
import { trackRequest } from '../../requests/track-request.ts';
import { appendEventOf } from '../../stores/history-store.ts';
import { submissionStore } from '../../stores/submission-store.ts';
import { copyRows } from './copy-rows.ts';

/** The first refresh is due within this time after a restore, even if the other computer's clock was wrong, ms. */
const LATEST_REFRESH_MS = DAY_MS;

/**
 * Fills `temp.request_map` (old_row, new_row, fate): `added`; `known`: already tracked here; `twice`: the submission
 * is tracked here with a different request id.
 */
export function matchRequests(db: DatabaseSync): void {
  db.exec(`
    CREATE TEMP TABLE request_map (old_row INTEGER PRIMARY KEY, new_row INTEGER NOT NULL, fate TEXT NOT NULL) STRICT;
    INSERT INTO temp.request_map
      SELECT b.row, coalesce(ours.row, map.new_row),
        CASE WHEN ours.row IS NOT NULL THEN 'known' WHEN other.row IS NOT NULL THEN 'twice' ELSE 'added' END
      FROM backup.requests AS b
      JOIN temp.workspace_map AS workspace ON workspace.old_id = b.workspace_id
      JOIN temp.submission_map AS map ON map.old_row = b.row
      LEFT JOIN main.requests AS ours ON ours.workspace_id = workspace.new_id AND ours.request_id = b.request_id
      LEFT JOIN main.requests AS other ON other.row = map.new_row;
  `);
}

/** Adds missing requests with their answers and calls. `now`: UTC ms. Gives how many. */
export function mergeRequests(db: DatabaseSync, now: number): number {
  const added = "JOIN temp.request_map AS map ON map.old_row = b.row AND map.fate = 'added'";
  const count = copyRows(db, {
    table: 'requests',
    from: `backup.requests AS b ${added} JOIN temp.workspace_map AS workspace ON workspace.old_id = b.workspace_id
      ORDER BY map.new_row`,
    columns: {
      row: 'map.new_row',
      workspace_id: 'workspace.new_id',
      // An unfinished request must be refreshed soon, or its candidate would be forgotten.
      next_refresh_at: `iif(b.completed_at IS NOT NULL, b.next_refresh_at,
        min(coalesce(b.next_refresh_at, ${now}), ${now + LATEST_REFRESH_MS}))`,
    },
  });
  for (const table of ['answers', 'screening_calls'])
    copyRows(db, { table, from: `backup.${table} AS b ${added}`, columns: { row: 'map.new_row' } });
  recordSentTwice(db, now);
  return count + trackUntracked(db, now);
}

/** Both computers sent the same submission: only our request is tracked, and the history keeps the id of the other. */
function recordSentTwice(db: DatabaseSync, now: number): void {
  const twice = all(
    db,
    `SELECT map.new_row, b.request_id FROM temp.request_map AS map JOIN backup.requests AS b ON b.row = map.old_row
     WHERE map.fate = 'twice' AND NOT EXISTS (
       SELECT 1 FROM main.history AS h
       WHERE h.row = map.new_row AND h.code IN ('accepted', 'accepted_again', 'accepted_elsewhere')
         AND h.values_json ->> 'requestId' = b.request_id)`,
  );
  for (const row of twice) {
    const values = { requestId: text(row, 'request_id') };
    appendEventOf(db, integer(row, 'new_row'), now, { code: 'accepted_elsewhere', values });
  }
}

/** Starts tracking accepted submissions that have no request; gives how many. */
function trackUntracked(db: DatabaseSync, now: number): number {
  const untracked = all(
    db,
    `SELECT m.row, m.id, m.request_id, m.updated_at FROM temp.submission_map AS map
     JOIN main.submissions AS m ON m.row = map.new_row
     WHERE m.state = 'accepted' AND m.request_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM main.requests AS known
       WHERE known.workspace_id = m.workspace_id AND known.request_id = m.request_id)
       AND NOT EXISTS (SELECT 1 FROM main.requests WHERE requests.row = m.row)
     ORDER BY m.row`,
  );
  let tracked = 0;
  for (const each of untracked) {
    const submission = submissionStore.get.run(db, text(each, 'id'));
    if (!submission) throw new Error('A submission that was just restored is missing.');
    const [row, requestId] = [integer(each, 'row'), text(each, 'request_id')];
    // Submissions with the same data share a request, which is tracked with the first of them.
    if (rowOf(db, submission.workspaceId, requestId) !== undefined) continue;
    const accepted = {
      submissionId: submission.id,
      acceptedAt: integer(each, 'updated_at'),
      nextRefreshAt: now,
    };
    trackRequest(db, { ...submission, ...accepted, row, requestId, status: 'PENDING' });
    tracked += 1;
  }
  return tracked;
}

/** Adds new requests to `temp.to_index`. */
export function queueForIndexing(db: DatabaseSync): void {
  db.exec(`
    CREATE TEMP TABLE IF NOT EXISTS to_index (row INTEGER PRIMARY KEY) STRICT;
    INSERT OR IGNORE INTO temp.to_index SELECT new_row FROM temp.request_map WHERE fate = 'added';
  `);
}
