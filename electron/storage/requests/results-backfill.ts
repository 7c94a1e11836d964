import type { DatabaseSync } from 'node:sqlite';
import { deflateSync, inflateSync, constants as zlib } from 'node:zlib';
import type { BackfillProgress } from '../../../shared/backfill-progress.ts';
import { resultsIn } from '../../../shared/read-results.ts';
import type { Json } from '../../../shared/request.ts';
import { all, change, integer, type Operation, one, type Row, text, upsert, write } from '../operation.ts';
import { columnsByQuestionnaire, storeResultColumns } from './described-fields.ts';
import { countAll } from './find-requests.ts';
import { pinsOf } from './pinned-values.ts';

/** Limits for one batch, so that it blocks for 50 ms at most; a larger result is a batch of its own. */
const BATCH_REQUESTS = 100;
const BATCH_VALUES = 1000;
const BATCH_BYTES = 512 * 1024;
const BATCH_ROWS = 5000;
const BATCH_DELETED_VALUES = 1000;

/**
 * Schedules reading all results of a workspace again (`backfillBatch`), the latest first: for headlines, and for the
 * pinned fields of `paths`, which can't be sorted by until then. Runs in the caller's transaction.
 */
export function scheduleBackfill(db: DatabaseSync, workspaceId: string, paths: readonly string[]): void {
  change(
    db,
    `INSERT INTO results_to_read (workspace_id, before_row) SELECT ?, coalesce(max(row), 0) + 1 FROM requests
     WHERE true ON CONFLICT DO UPDATE SET before_row = excluded.before_row, requests_read = 0`,
    workspaceId,
  );
  const sql = `UPDATE pins SET state = 'filling'
    WHERE workspace_id = ? AND state = 'shown' AND path IN (SELECT value FROM json_each(?))`;
  change(db, sql, workspaceId, JSON.stringify(paths));
}

/**
 * Reads the next batch of results, or deletes a batch of values of fields that are no longer pinned; false if there was
 * nothing to do. Results that arrive in the meantime are stored for all pins anyway. Runs in the caller's transaction.
 */
export function backfillBatch(db: DatabaseSync, workspaceId: string): boolean {
  const pending = one(db, 'SELECT before_row FROM results_to_read WHERE workspace_id = ?', workspaceId);
  if (!pending) return deleteValues(db, workspaceId);
  readResults(db, workspaceId, integer(pending, 'before_row'));
  return true;
}

/** A write that may schedule a backfill, and runs the first batch of it, which completes a small one. */
export function writeAndBackfill<Args extends readonly unknown[], Answer>(
  run: (db: DatabaseSync, workspaceId: string, ...args: Args) => Answer,
): Operation<readonly [workspaceId: string, ...args: Args], Answer> {
  return write((db, workspaceId: string, ...args: Args) => {
    const answer = run(db, workspaceId, ...args);
    backfillBatch(db, workspaceId);
    return answer;
  });
}

function readResults(db: DatabaseSync, workspaceId: string, before: number): void {
  const columnsOf = columnsByQuestionnaire(db);
  const sql = `SELECT requests.row, questionnaire_template_id, has_results, iif(has_results, coalesce(answers.size, 0), 0) AS size
    FROM requests LEFT JOIN answers ON answers.row = requests.row
    WHERE +workspace_id = ? AND requests.row < ? AND requests.row >= ? ORDER BY requests.row DESC LIMIT ?`;
  const rows = all(db, sql, workspaceId, before, before - BATCH_ROWS, BATCH_REQUESTS);
  let [read, bytes, values] = [0, 0, 0];
  for (const each of rows) {
    const [row, id] = [integer(each, 'row'), text(each, 'questionnaire_template_id')];
    const { described, pins } = columnsOf({ workspaceId, id });
    // Shown pins already have their values.
    const filling = pins.filter((pin) => pin.filling);
    bytes += integer(each, 'size');
    values += filling.length;
    if (read > 0 && (bytes > BATCH_BYTES || values > BATCH_VALUES)) break;
    const results = integer(each, 'has_results') === 1 ? storedResults(db, row) : undefined;
    storeResultColumns(db, row, results, id, { described, pins: filling });
    read += 1;
  }
  const last = rows[read - 1];
  const isCutShort = read < rows.length || read === BATCH_REQUESTS;
  const downTo = last && isCutShort ? integer(last, 'row') : before - BATCH_ROWS;
  if (one(db, 'SELECT 1 FROM requests WHERE row < ? LIMIT 1', downTo)) {
    const sql =
      'UPDATE results_to_read SET before_row = ?, requests_read = requests_read + ? WHERE workspace_id = ?';
    change(db, sql, downTo, read, workspaceId);
    return;
  }
  change(db, 'DELETE FROM results_to_read WHERE workspace_id = ?', workspaceId);
  change(db, `UPDATE pins SET state = 'shown' WHERE workspace_id = ? AND state = 'filling'`, workspaceId);
}

/** The results of an answer; undefined for a damaged one, which is reported when its request is opened. */
export function storedResults(db: DatabaseSync, row: number): Json | undefined {
  try {
    return resultsIn(readAnswer(db, row));
  } catch (error) {
    if (!isDamagedAnswer(error)) throw error;
    return undefined;
  }
}

function deleteValues(db: DatabaseSync, workspaceId: string): boolean {
  const sql = `SELECT pin FROM pins WHERE workspace_id = ? AND state = 'removing' LIMIT 1`;
  const dropped = one(db, sql, workspaceId);
  if (!dropped) return false;
  const pin = integer(dropped, 'pin');
  const removed = change(
    db,
    `DELETE FROM pinned_values WHERE pin = ?1 AND row IN (SELECT row FROM pinned_values WHERE pin = ?1 LIMIT ?2)`,
    pin,
    BATCH_DELETED_VALUES,
  );
  if (removed < BATCH_DELETED_VALUES) change(db, 'DELETE FROM pins WHERE pin = ?', pin);
  return true;
}

/** The progress of a workspace's backfill; null when it is done. */
export function backfillProgress(db: DatabaseSync, workspaceId: string): BackfillProgress | null {
  const pending = one(db, 'SELECT requests_read FROM results_to_read WHERE workspace_id = ?', workspaceId);
  if (!pending) return null;
  const filling = pinsOf(db, workspaceId).filter((pin) => pin.filling);
  const of = countAll(db, workspaceId);
  return {
    paths: filling.map(({ path }) => path),
    // Requests that were read may have been erased since.
    read: Math.min(integer(pending, 'requests_read'), of),
    of,
  };
}

/** A workspace with work for `backfillBatch`: of any kind, or only filling pins; undefined if there is none. */
export function nextBackfillWorkspace(db: DatabaseSync, what: 'any' | 'filling'): string | undefined {
  const next = one(
    db,
    what === 'filling'
      ? `SELECT workspace_id FROM results_to_read JOIN pins USING (workspace_id) WHERE state = 'filling' LIMIT 1`
      : `SELECT workspace_id FROM results_to_read
         UNION ALL SELECT workspace_id FROM pins WHERE state = 'removing' LIMIT 1`,
  );
  return next && text(next, 'workspace_id');
}

/** Limits decompression, so that a malicious backup can't exhaust memory; the service's answers have at most 8 MiB. */
const LONGEST_ANSWER_BYTES = 32 * 1024 * 1024;

/** The last answer to a request, verbatim; null before the first. */
export function readAnswer(db: DatabaseSync, row: number): string | null {
  const stored = one(db, 'SELECT size, answer FROM answers WHERE row = ?', row);
  return stored ? answerIn(stored) : null;
}

/** The answer in the columns `size` and `answer`. Throws zlib's error for a damaged one. */
export function answerIn(stored: Row): string {
  const { answer } = stored;
  if (!(answer instanceof Uint8Array)) throw new TypeError('A stored answer is malformed.');
  const size = integer(stored, 'size');
  if (answer.length === size) return Buffer.from(answer.buffer, answer.byteOffset, size).toString();
  return inflateSync(answer, {
    maxOutputLength: LONGEST_ANSWER_BYTES,
    chunkSize: chunkSizeOf(size),
  }).toString();
}

/** One buffer that has room for these bytes: zlib's own are far larger, and thousands of answers are read and written. */
function chunkSizeOf(size: number): number {
  return Math.min(Math.max(size + 1, zlib.Z_MIN_CHUNK), LONGEST_ANSWER_BYTES);
}

/** Whether an error of `readAnswer` means that the answer is damaged or decompresses to an excessive size. */
export function isDamagedAnswer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ERR_BUFFER_TOO_LARGE$)/.test(String(error.code));
}

/** Stores or replaces an answer, in the caller's transaction. */
export function writeAnswer(db: DatabaseSync, row: number, answer: string): void {
  const plain = new TextEncoder().encode(answer);
  const packed = deflateSync(plain, { level: 9, chunkSize: chunkSizeOf(plain.length) });
  const stored = packed.length < plain.length ? packed : plain;
  upsert(db, 'answers', { row }, { size: plain.length, answer: stored });
}
