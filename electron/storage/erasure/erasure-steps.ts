import type { DatabaseSync } from 'node:sqlite';
import type { ErasureReceipt } from '../../../shared/privacy.ts';
import type { ErasureStage } from '../../privacy/ports.ts';
import { all, change, integer, integerOrNull, one, scalar, text, textOrNull } from '../operation.ts';
import { backfillBatch, nextBackfillWorkspace } from '../requests/results-backfill.ts';
import { keepDigestsOfTags } from '../team/shared-marks.ts';
import { importsIn } from './find-person.ts';
import { endHoldsOfErased, holdFinder } from './holds.ts';
import { mentionsElsewhere, mentionsInRequests } from './mentions.ts';
import { fieldsNamedAfter, forgetUnused } from './pinned-fields.ts';
import { kindOf } from './receipts.ts';
import { isDue, isImportRowDue, lastRow } from './retained.ts';
import { storedSubjectOf } from './subject.ts';
import { subjectPattern } from './subject-in-text.ts';
import { concernTeams, eraseTeamRows } from './team-rows.ts';

/** Limits for one step, so that it delays other writes by a few milliseconds only. */
const ROWS_SEARCHED = 2000;
const ROWS_ERASED = 10;
const IMPORT_ROWS_ERASED = 500;
const INDEX_PAGES_MERGED = 32;

interface Erasure {
  readonly id: string;
  readonly kind: ErasureReceipt['kind'];
  readonly stage: ErasureStage;
  readonly cursor: number;
  readonly subject: string | null;
  readonly days: number;
  readonly begunAt: number;
  /** From when a retention counts back, UTC ms. */
  readonly now: number;
}

/**
 * Does the next few milliseconds of an erasure; gives its stage afterwards. `floorDays`: a retention erases nothing younger,
 * whatever it began with, nor what is young by the clock `now` (UTC ms): the one it began under may have been wrong.
 */
export function takeStep(db: DatabaseSync, id: string, floorDays = 0, now?: number): ErasureStage {
  const stored = erasureOf(db, id);
  if (!stored) return 'done';
  const { days, begunAt } = stored;
  const erasure = { ...stored, days: Math.max(days, floorDays), now: Math.min(begunAt, now ?? begunAt) };
  STEPS[erasure.stage](db, erasure);
  return erasureOf(db, id)?.stage ?? 'done';
}

export function moveTo(db: DatabaseSync, id: string, stage: ErasureStage): void {
  change(db, 'UPDATE erasures SET stage = ?, cursor = 0 WHERE id = ?', stage, id);
}

/** Each step does a part of its stage, and moves on to the next one when nothing is left to do. */
const STEPS: Readonly<Record<ErasureStage, (db: DatabaseSync, erasure: Erasure) => void>> = {
  mentions: scrubMentions,
  rows: eraseRows,
  import_rows: eraseImportRows,
  tags: eraseTags,
  results: backfillResults,
  index: mergeIndex,
  elsewhere: () => undefined,
  team: () => undefined,
  overwrite: () => undefined,
  done: () => undefined,
};

function scrubMentions(db: DatabaseSync, { id, cursor, subject }: Erasure): void {
  const pattern = subjectPattern(storedSubjectOf(subject));
  const last = lastRow(db);
  if (!pattern || cursor > last) {
    moveTo(db, id, 'rows');
    return;
  }
  const isChosen = (row: number): boolean =>
    one(db, 'SELECT 1 FROM erasure_items WHERE erasure = ? AND row = ?', id, row) !== undefined;
  const upTo = cursor + ROWS_SEARCHED;
  const found =
    (cursor === 0 ? mentionsElsewhere(db, pattern, true) : 0) +
    mentionsInRequests(db, pattern, { after: cursor, upTo }, isChosen, true);
  change(db, 'UPDATE erasures SET mentions = mentions + ?, cursor = ? WHERE id = ?', found, upTo, id);
}

function eraseRows(db: DatabaseSync, { id, kind, days, now }: Erasure): void {
  // Pinned values must be complete to show which columns only this person's results have.
  const unfilled = nextBackfillWorkspace(db, 'filling');
  if (unfilled !== undefined) {
    backfillBatch(db, unfilled);
    return;
  }
  const sql = 'SELECT row FROM erasure_items WHERE erasure = ? AND done = 0 ORDER BY row LIMIT ?';
  const items = all(db, sql, id, ROWS_ERASED);
  const holds = holdFinder(db);
  for (const item of items) {
    const row = integer(item, 'row');
    const mayErase = kind !== 'retention' || isDue(db, holds, row, { days, now });
    const erased = mayErase ? eraseSubmission(db, row) : undefined;
    change(
      db,
      `UPDATE erasure_items SET done = 1, request_id = ?, submission_id = ?, workspace_id = ?, of_colleague = ?
       WHERE erasure = ? AND row = ?`,
      erased?.requestId ?? null,
      erased?.submissionId ?? null,
      erased?.workspaceId ?? null,
      Number(erased?.ofColleague ?? false),
      id,
      row,
    );
    if (!erased) continue;
    if (kind === 'retention' && !erased.ofColleague) concernTeams(db, id, erased.workspaceId);
    const sql =
      'UPDATE erasures SET requests = requests + ?, submissions = submissions + ?, notes = notes + ? WHERE id = ?';
    change(db, sql, Number(erased.request), Number(!erased.request), Number(erased.notes), id);
  }
  if (items.length < ROWS_ERASED) moveTo(db, id, 'import_rows');
}

function eraseImportRows(db: DatabaseSync, { id, kind, days, now }: Erasure): void {
  const sql = 'SELECT import_id, row_number FROM erasure_import_rows WHERE erasure = ? LIMIT ?';
  const rows = all(db, sql, id, IMPORT_ROWS_ERASED);
  const holds = holdFinder(db);
  for (const row of rows) {
    const key = [text(row, 'import_id'), integer(row, 'row_number')] as const;
    const [importId, rowNumber] = key;
    const mayErase =
      kind !== 'retention' || isImportRowDue(db, holds, { importId, rowNumber }, { days, now });
    const erased = mayErase && eraseImportRow(db, ...key);
    change(db, 'UPDATE erasures SET import_rows = import_rows + ? WHERE id = ?', Number(erased), id);
    const done = 'DELETE FROM erasure_import_rows WHERE erasure = ? AND import_id = ? AND row_number = ?';
    change(db, done, id, ...key);
  }
  if (rows.length === IMPORT_ROWS_ERASED) return;
  for (const importId of importsIn(db, null)) clearNameIfEmpty(db, importId);
  if (kind !== 'retention') endHoldsOfErased(db, id);
  moveTo(db, id, 'tags');
}

/** Erases tags that no request has any more. */
function eraseTags(db: DatabaseSync, { id }: Erasure): void {
  keepDigestsOfTags(db);
  change(
    db,
    `DELETE FROM facets WHERE kind = 'tag' AND NOT EXISTS (
       SELECT 1 FROM request_tags WHERE workspace_id = facets.workspace_id AND tag = facets.value)`,
  );
  moveTo(db, id, 'results');
}

/** Replaces headlines, which may still show an erased field, by reading the results again. */
function backfillResults(db: DatabaseSync, { id }: Erasure): void {
  const workspaceId = nextBackfillWorkspace(db, 'any');
  if (workspaceId === undefined) moveTo(db, id, 'index');
  else backfillBatch(db, workspaceId);
}

/**
 * FTS5 only marks entries as deleted; merging its segments removes their words (sqlite.org/fts5 §6.9). A negative number,
 * in the first step, makes it merge all segments into one. It is done when a merge changes fewer than two rows.
 */
function mergeIndex(db: DatabaseSync, { id, cursor }: Erasure): void {
  const before = scalar(db, TOTAL_CHANGES);
  const pages = cursor === 0 ? -INDEX_PAGES_MERGED : INDEX_PAGES_MERGED;
  change(db, `INSERT INTO request_search (request_search, rank) VALUES ('merge', ?)`, pages);
  if (scalar(db, TOTAL_CHANGES) - before < 2) moveTo(db, id, 'elsewhere');
  else change(db, 'UPDATE erasures SET cursor = cursor + 1 WHERE id = ?', id);
}

const TOTAL_CHANGES = 'SELECT total_changes() AS n';

function erasureOf(db: DatabaseSync, id: string): Omit<Erasure, 'now'> | undefined {
  const row = one(db, 'SELECT * FROM erasures WHERE id = ?', id);
  if (!row) return undefined;
  const stage = text(row, 'stage');
  if (!isStage(stage)) throw new TypeError(`Unknown stage of an erasure: ${stage}`);
  return {
    id,
    kind: kindOf(row),
    stage,
    cursor: integer(row, 'cursor'),
    subject: textOrNull(row, 'subject'),
    days: integerOrNull(row, 'days') ?? 0,
    begunAt: integer(row, 'begun_at'),
  };
}

function isStage(stage: string): stage is ErasureStage {
  return Object.hasOwn(STEPS, stage);
}

export interface ErasedRow {
  readonly request: boolean;
  readonly notes: boolean;
  readonly requestId: string | null;
  readonly submissionId: string;
  readonly workspaceId: string;
  readonly ofColleague: boolean;
}

/**
 * Erases a submission with its request, history, answers, notes, tags and search words; undefined if it is already
 * gone. Runs in the caller's transaction. The submission must not be in flight.
 */
export function eraseSubmission(db: DatabaseSync, row: number): ErasedRow | undefined {
  const sql = `SELECT submissions.id, submissions.workspace_id, submissions.request_id, submissions.phone_number,
      requests.colleague, requests.row AS tracked, notes.row AS noted
    FROM submissions LEFT JOIN requests ON requests.row = submissions.row LEFT JOIN notes ON notes.row = requests.row
    WHERE submissions.row = ?`;
  const submission = one(db, sql, row);
  if (!submission) return undefined;
  const id = text(submission, 'id');
  const workspaceId = text(submission, 'workspace_id');
  const request = submission['tracked'] !== null;
  const requestId = textOrNull(submission, 'request_id');
  change(db, 'UPDATE submissions SET previous_submission_id = NULL WHERE previous_submission_id = ?', id);
  // The row number stays, so that importing the same file again doesn't call the person again.
  change(
    db,
    `UPDATE import_rows SET submission_id = NULL, cells = '[]', problems = NULL, erased = 1 WHERE submission_id = ?`,
    id,
  );
  const named = request ? fieldsNamedAfter(db, row, workspaceId) : [];
  change(db, 'DELETE FROM requests WHERE row = ?', row);
  change(db, 'DELETE FROM submissions WHERE row = ?', row);
  forgetUnused(db, workspaceId, named);
  eraseTeamRows(db, { workspaceId, id, requestId, phone: text(submission, 'phone_number') });
  return {
    request,
    notes: submission['noted'] !== null,
    requestId,
    submissionId: id,
    workspaceId,
    ofColleague: submission['colleague'] !== null,
  };
}

/** Erases an imported row that was never queued; false if it was queued or is already gone. */
function eraseImportRow(db: DatabaseSync, importId: string, rowNumber: number): boolean {
  const unqueued = 'import_id = ? AND row_number = ? AND submission_id IS NULL AND erased = 0';
  return change(db, `DELETE FROM import_rows WHERE ${unqueued}`, importId, rowNumber) > 0;
}

/** Clears the name and headers of an import without any remaining rows. */
function clearNameIfEmpty(db: DatabaseSync, importId: string): void {
  const sql = `UPDATE imports SET name = '', headers = '[]' WHERE id = ? AND finished_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM import_rows WHERE import_id = imports.id AND erased = 0)`;
  change(db, sql, importId);
}
