import type { DatabaseSync } from 'node:sqlite';
import { resultsIn } from '../../../shared/read-results.ts';
import type { Json } from '../../../shared/request.ts';
import type { BackfillProgress } from '../../../shared/backfill-progress.ts';
import { all, change, integer, type Operation, one, text, write } from '../operation.ts';
import { columnsByQuestionnaire, storeResultColumns } from './described-fields.ts';
import { countAll } from './find-requests.ts';
import { pinsOf } from './pinned-values.ts';
import { isDamagedAnswer, readAnswer } from './stored-answer.ts';

/** What is read at a time at most, so that nobody waits longer than 50 ms for it; of larger results one. */
const REQUESTS_AT_A_TIME = 100;
const VALUES_AT_A_TIME = 1000;
const BYTES_AT_A_TIME = 512 * 1024;
const ROWS_LOOKED_AT = 5000;
const VALUES_REMOVED_AT_A_TIME = 1000;

/**
 * Has all results of a workspace read again (`readSomeResults`), the latest first: for headlines, and for the pinned
 * fields of `paths`, which cannot be sorted by until then. Part of the caller's transaction.
 */
export function readAgain(db: DatabaseSync, workspaceId: string, paths: readonly string[]): void {
  change(
    db,
    `INSERT INTO results_to_read (workspace_id, before_row) SELECT ?, coalesce(max(row), 0) + 1 FROM requests
     WHERE true ON CONFLICT DO UPDATE SET before_row = excluded.before_row, requests_read = 0`,
    workspaceId,
  );
  change(
    db,
    `UPDATE pins SET state = 'filling'
     WHERE workspace_id = ? AND state = 'shown' AND path IN (SELECT value FROM json_each(?))`,
    workspaceId,
    JSON.stringify(paths),
  );
}

/**
 * Reads the next few results that are to be read, or takes away a few values of what is pinned no more; false where there was
 * nothing of both. A result that comes or changes meanwhile is stored for all pins by itself. Part of the caller's
 * transaction.
 */
export function readSomeResults(db: DatabaseSync, workspaceId: string): boolean {
  const reading = one(db, 'SELECT before_row FROM results_to_read WHERE workspace_id = ?', workspaceId);
  if (!reading) return removeSomeValues(db, workspaceId);
  readSome(db, workspaceId, integer(reading, 'before_row'));
  return true;
}

/** A change that may have results read again: the first few are read with it, so that little is done at once. */
export function writeAndRead<Args extends readonly unknown[], Answer>(
  run: (db: DatabaseSync, workspaceId: string, ...args: Args) => Answer,
): Operation<readonly [workspaceId: string, ...args: Args], Answer> {
  return write((db, workspaceId: string, ...args: Args) => {
    const answer = run(db, workspaceId, ...args);
    readSomeResults(db, workspaceId);
    return answer;
  });
}

function readSome(db: DatabaseSync, workspaceId: string, before: number): void {
  const columnsOf = columnsByQuestionnaire(db);
  const rows = all(
    db,
    `SELECT requests.row, questionnaire_template_id, has_results, iif(has_results, coalesce(answers.size, 0), 0) AS size
     FROM requests LEFT JOIN answers ON answers.row = requests.row
     WHERE +workspace_id = ? AND requests.row < ? AND requests.row >= ? ORDER BY requests.row DESC LIMIT ?`,
    workspaceId,
    before,
    before - ROWS_LOOKED_AT,
    REQUESTS_AT_A_TIME,
  );
  let [read, bytes, values] = [0, 0, 0];
  for (const each of rows) {
    const [row, id] = [integer(each, 'row'), text(each, 'questionnaire_template_id')];
    const { described, pins } = columnsOf({ workspaceId, id });
    // Those that are shown have their values.
    const filling = pins.filter((pin) => pin.filling);
    bytes += integer(each, 'size');
    values += filling.length;
    if (read > 0 && (bytes > BYTES_AT_A_TIME || values > VALUES_AT_A_TIME)) break;
    const results = integer(each, 'has_results') === 1 ? storedResults(db, row) : undefined;
    storeResultColumns(db, row, results, id, { described, pins: filling });
    read += 1;
  }
  const last = rows[read - 1];
  const isCutShort = read < rows.length || read === REQUESTS_AT_A_TIME;
  const downTo = last && isCutShort ? integer(last, 'row') : before - ROWS_LOOKED_AT;
  if (one(db, 'SELECT 1 FROM requests WHERE row < ? LIMIT 1', downTo)) {
    change(
      db,
      'UPDATE results_to_read SET before_row = ?, requests_read = requests_read + ? WHERE workspace_id = ?',
      downTo,
      read,
      workspaceId,
    );
    return;
  }
  change(db, 'DELETE FROM results_to_read WHERE workspace_id = ?', workspaceId);
  change(db, `UPDATE pins SET state = 'shown' WHERE workspace_id = ? AND state = 'filling'`, workspaceId);
}

/** None of an answer that is damaged in the file: whoever opens its request is told, and the others are read. */
function storedResults(db: DatabaseSync, row: number): Json | undefined {
  try {
    return resultsIn(readAnswer(db, row));
  } catch (error) {
    if (!isDamagedAnswer(error)) throw error;
    return undefined;
  }
}

function removeSomeValues(db: DatabaseSync, workspaceId: string): boolean {
  const dropped = one(
    db,
    `SELECT pin FROM pins WHERE workspace_id = ? AND state = 'removing' LIMIT 1`,
    workspaceId,
  );
  if (!dropped) return false;
  const pin = integer(dropped, 'pin');
  const removed = change(
    db,
    `DELETE FROM pinned_values WHERE pin = ?1 AND row IN (SELECT row FROM pinned_values WHERE pin = ?1 LIMIT ?2)`,
    pin,
    VALUES_REMOVED_AT_A_TIME,
  );
  if (removed < VALUES_REMOVED_AT_A_TIME) change(db, 'DELETE FROM pins WHERE pin = ?', pin);
  return true;
}

/** How far the results of a workspace are read again; null where all are. */
export function resultsReading(db: DatabaseSync, workspaceId: string): BackfillProgress | null {
  const reading = one(db, 'SELECT requests_read FROM results_to_read WHERE workspace_id = ?', workspaceId);
  if (!reading) return null;
  const filling = pinsOf(db, workspaceId).filter((pin) => pin.filling);
  const of = countAll(db, workspaceId);
  // Those that were erased meanwhile count no more.
  return {
    paths: filling.map(({ path }) => path),
    read: Math.min(integer(reading, 'requests_read'), of),
    of,
  };
}

/** A workspace that `readSomeResults` has something to do for, be it of any kind or filling a pin; undefined where none has. */
export function workspaceToRead(db: DatabaseSync, what: 'any' | 'filling'): string | undefined {
  const next = one(
    db,
    what === 'filling'
      ? `SELECT workspace_id FROM results_to_read JOIN pins USING (workspace_id) WHERE state = 'filling' LIMIT 1`
      : `SELECT workspace_id FROM results_to_read
         UNION ALL SELECT workspace_id FROM pins WHERE state = 'removing' LIMIT 1`,
  );
  return next && text(next, 'workspace_id');
}
