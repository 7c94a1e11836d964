import type { DatabaseSync } from 'node:sqlite';
import { all, change, integer, text } from '../../operation.ts';
import { appendEventOf } from '../../operations/event-operations.ts';
import { submissionOperations } from '../../operations/submission-operations.ts';
import { nameRequest, trackRequests } from '../../tracked/track-request.ts';
import { copyRows } from './copy-rows.ts';

/** A status read is due within this time after a restore, whatever another computer's clock said, ms. */
const LATEST_REFRESH_MS = 24 * 60 * 60 * 1000;

/**
 * Fills `temp.request_map` (old_row, new_row, fate): `added`; `known`: tracked here already; `twice`: the submission
 * is tracked here as another request.
 */
export function matchRequests(db: DatabaseSync): void {
  db.exec(`
    CREATE TEMP TABLE request_map (old_row INTEGER PRIMARY KEY, new_row INTEGER NOT NULL, fate TEXT NOT NULL) STRICT;
    INSERT INTO temp.request_map
      SELECT b.row, coalesce(ours.row, map.new_row),
        CASE WHEN ours.row IS NOT NULL THEN 'known' WHEN tracked.row IS NOT NULL THEN 'twice' ELSE 'added' END
      FROM backup.request_ids AS b
      JOIN temp.workspace_map AS workspace ON workspace.old_number = b.workspace
      JOIN temp.submission_map AS map ON map.old_row = b.row
      LEFT JOIN main.request_ids AS ours ON ours.workspace = workspace.new_number AND ours.request_id = b.request_id
      LEFT JOIN main.tracked ON tracked.row = map.new_row;
  `);
}

/** Adds the requests that are not here, with all that the service said of them. `now`: UTC ms. Answers how many. */
export function mergeRequests(db: DatabaseSync, now: number): number {
  const added = "JOIN temp.request_map AS map ON map.old_row = b.row AND map.fate = 'added'";
  const facet = (column: string): string => `(SELECT new FROM temp.facet_map WHERE old = b.${column})`;
  const count = copyRows(db, {
    table: 'tracked',
    from: `backup.tracked AS b ${added} JOIN temp.workspace_map AS workspace ON workspace.old_number = b.workspace
      ORDER BY map.new_row`,
    columns: {
      row: 'map.new_row',
      workspace: 'workspace.new_number',
      status: facet('status'),
      call_status: facet('call_status'),
      job: facet('job'),
      questionnaire: facet('questionnaire'),
      // Nobody is forgotten: what is not finished is asked for again, and soon.
      next_refresh_at: `iif(b.completed_at IS NOT NULL, b.next_refresh_at,
        min(coalesce(b.next_refresh_at, ${now}), ${now + LATEST_REFRESH_MS}))`,
    },
  });
  copyRows(db, {
    table: 'request_ids',
    from: `backup.request_ids AS b ${added} JOIN temp.workspace_map AS workspace ON workspace.old_number = b.workspace`,
    columns: { row: 'map.new_row', workspace: 'workspace.new_number' },
  });
  copyAnswers(db, added);
  copyRows(db, {
    table: 'call_rows',
    from: `backup.call_rows AS b ${added}`,
    columns: { row: 'map.new_row', status: facet('status') },
  });
  noteTwice(db, now);
  return count + trackUntracked(db, now);
}

/** Packed as they are, with the dictionaries they were packed with. */
function copyAnswers(db: DatabaseSync, added: string): void {
  db.exec(`
    CREATE TEMP TABLE dictionary_map (old INTEGER PRIMARY KEY, new INTEGER NOT NULL) STRICT;
    INSERT INTO temp.dictionary_map VALUES (0, 0);
    INSERT INTO temp.dictionary_map
      SELECT id, (SELECT coalesce(max(id), 0) FROM main.answer_dictionaries) + row_number() OVER (ORDER BY id)
      FROM backup.answer_dictionaries WHERE id IN (SELECT b.dictionary FROM backup.answers AS b ${added});
  `);
  copyRows(db, {
    table: 'answer_dictionaries',
    from: `backup.answer_dictionaries AS b
      JOIN temp.dictionary_map AS map ON map.old = b.id
      JOIN temp.workspace_map AS workspace ON workspace.old_number = b.workspace`,
    columns: { id: 'map.new', workspace: 'workspace.new_number' },
  });
  copyRows(db, {
    table: 'answers',
    from: `backup.answers AS b ${added} JOIN temp.dictionary_map AS dictionary ON dictionary.old = b.dictionary`,
    columns: { row: 'map.new_row', dictionary: 'dictionary.new' },
  });
}

/** One submission, two requests: both computers sent it. One is tracked, and the history keeps the id of the other. */
function noteTwice(db: DatabaseSync, now: number): void {
  const twice = all(
    db,
    `SELECT map.new_row, b.request_id FROM temp.request_map AS map JOIN backup.request_ids AS b ON b.row = map.old_row
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

/** Accepted, and nowhere tracked: the service is asked for it from now on. */
function trackUntracked(db: DatabaseSync, now: number): number {
  const untracked = all(
    db,
    `SELECT m.row, m.id, m.request_id, m.updated_at, workspaces.number AS workspace FROM temp.submission_map AS map
     JOIN main.submissions AS m ON m.row = map.new_row
     JOIN main.workspaces ON workspaces.id = m.workspace_id
     WHERE m.state = 'accepted' AND m.request_id IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM main.request_ids AS ids WHERE ids.workspace = workspaces.number AND ids.request_id = m.request_id)
       AND NOT EXISTS (SELECT 1 FROM main.tracked WHERE tracked.row = m.row)`,
  );
  for (const row of untracked) {
    const submission = submissionOperations.get.run(db, text(row, 'id'));
    if (!submission) throw new Error('A submission that was just restored is not there.');
    const where = { row: integer(row, 'row'), workspace: integer(row, 'workspace') };
    nameRequest(db, where.workspace, text(row, 'request_id'), where.row);
    const acceptedAt = integer(row, 'updated_at');
    trackRequests(db, [{ ...submission, ...where, status: 'PENDING', acceptedAt, nextRefreshAt: now }]);
  }
  return untracked.length;
}

/** Fills `temp.to_index` with requests whose words and pinned values are to be read anew. */
export function gatherToIndex(db: DatabaseSync, pinnedWorkspaces: readonly number[]): void {
  db.exec(`
    CREATE TEMP TABLE IF NOT EXISTS to_index (row INTEGER PRIMARY KEY) STRICT;
    INSERT OR IGNORE INTO temp.to_index SELECT new_row FROM temp.request_map WHERE fate = 'added';
  `);
  change(
    db,
    `INSERT OR IGNORE INTO temp.to_index
     SELECT row FROM main.tracked WHERE workspace IN (SELECT value FROM json_each(?))`,
    JSON.stringify(pinnedWorkspaces),
  );
}
