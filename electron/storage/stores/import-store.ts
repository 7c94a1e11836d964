import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type RowProblem, rowProblem } from '../../../shared/import-problems.ts';
import {
  type ImportedRows,
  type ImportMemory,
  type ImportProgress,
  type ImportStart,
  type ImportSummary,
  NO_KEPT_COLUMNS,
  type RememberedColumns,
  rememberedColumns,
  type UnqueuedRow,
} from '../../../shared/imports.ts';
import type { Submission } from '../../../shared/submission.ts';
import type { RowToPutRight } from '../../imports/import-files.ts';
import {
  all,
  change,
  insert,
  integer,
  integerOrNull,
  one,
  type Row,
  read,
  text,
  textList,
  textOrNull,
  upsert,
  write,
} from '../operation.ts';
import { IS_FOR_PERSON } from './outbox-store.ts';
import { IS_OPEN, OPEN_ROWS, submissionProblemOf } from './submission-row.ts';

/** The content of the file with the rows to correct. */
export interface ImportProblems {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly RowToPutRight[];
}

const MAX_LISTED = 100;

const UNSENT = "('queued', 'held', 'draft')";

export const importStore = {
  /** Adds an import, or goes on with it if it exists; `now`: UTC ms. */
  begin: write((db, workspaceId: string, start: ImportStart, now: number): void => {
    change(
      db,
      `INSERT INTO imports (id, workspace_id, name, digest, headers, kept, row_count, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET finished_at = NULL, kept = excluded.kept
         WHERE workspace_id = excluded.workspace_id`,
      start.id,
      workspaceId,
      start.name,
      start.digest,
      JSON.stringify(start.headers),
      JSON.stringify(start.kept ?? NO_KEPT_COLUMNS),
      start.rows,
      now,
    );
  }),

  finish: write((db, workspaceId: string, importId: string, now: number): void => {
    const sql = 'UPDATE imports SET finished_at = ? WHERE id = ? AND workspace_id = ?';
    change(db, sql, now, importId, workspaceId);
  }),

  has: read(hasImport),

  /** Stores rows that can't be queued; doesn't change queued or erased rows. */
  keepProblems: write((db, workspaceId: string, importId: string, rows: readonly UnqueuedRow[]): void => {
    requireImport(db, workspaceId, importId);
    for (const { number, cells, problems } of rows) {
      const sql = `INSERT INTO import_rows (import_id, row_number, cells, problems) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET cells = excluded.cells, problems = excluded.problems
          WHERE submission_id IS NULL AND erased = 0`;
      change(db, sql, importId, number, JSON.stringify(cells), JSON.stringify(problems));
    }
  }),

  /** Those of these rows that have a submission, or had one that was erased. */
  queuedAmong: read((db, workspaceId: string, importId: string, numbers: readonly number[]): number[] => {
    requireImport(db, workspaceId, importId);
    const sql = `SELECT row_number FROM import_rows
      WHERE import_id = ? AND row_number IN (SELECT value FROM json_each(?))
        AND (submission_id IS NOT NULL OR erased = 1)`;
    return all(db, sql, importId, JSON.stringify(numbers)).map((row) => integer(row, 'row_number'));
  }),

  /** Ids of the submissions of an import in one of these states. */
  submissionsIn: read((db, importId: string, states: readonly Submission['state'][]): string[] =>
    all(
      db,
      `SELECT submissions.id FROM import_rows JOIN submissions ON submissions.id = import_rows.submission_id
       WHERE import_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY row_number`,
      importId,
      JSON.stringify(states),
    ).map((row) => text(row, 'id')),
  ),

  /**
   * The submissions stay, in the Outbox's Discarded; only their rows of the file are free again. Not of one that was corrected, as
   * its correction may be on its way, nor of one that may have reached the service.
   */
  releaseWithdrawn: write((db, importId: string): number[] =>
    all(
      db,
      `DELETE FROM import_rows WHERE import_id = ? AND submission_id IN (
         SELECT id FROM submissions WHERE state = 'discarded' AND may_have_reached_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM history WHERE history.row = submissions.row AND code = 'discarded'
             AND values_json ->> 'by' = 'correction')
       ) RETURNING row_number`,
      importId,
    ).map((row) => integer(row, 'row_number')),
  ),

  queuedRows: read(queuedRows),

  /** The latest imports, the newest first. */
  list: read((db, workspaceId: string): ImportSummary[] =>
    all(
      db,
      `SELECT imports.id, name, imports.created_at, row_count, finished_at IS NOT NULL AS finished,
         count(*) FILTER (WHERE state IN ${UNSENT}) AS unsent,
         count(*) FILTER (WHERE state IN ('connecting', 'sending', 'unconfirmed')) AS undecided,
         count(*) FILTER (WHERE state = 'accepted') AS accepted,
         count(*) FILTER (WHERE state = 'discarded') AS withdrawn,
         count(*) FILTER (WHERE state = 'rejected') AS refused,
         count(*) FILTER (WHERE state IN ('unconfirmed', 'rejected') OR state = 'held' AND ${IS_FOR_PERSON}) AS need_you,
         count(import_rows.row_number) FILTER (WHERE submission_id IS NULL AND import_rows.problems IS NOT NULL)
           AS not_queued,
         count(import_rows.row_number) FILTER (WHERE erased = 1) AS erased
       FROM (SELECT * FROM imports WHERE workspace_id = ? ORDER BY created_at DESC, rowid DESC LIMIT ?) AS imports
       LEFT JOIN import_rows ON import_rows.import_id = imports.id
       LEFT JOIN submissions ON submissions.id = import_rows.submission_id
       GROUP BY imports.id ORDER BY imports.created_at DESC, imports.id`,
      workspaceId,
      MAX_LISTED,
    ).map(rowToSummary),
  ),

  /** Found by what is still to be sent, so that it costs nothing for files of the past. */
  progress: read((db, workspaceId: string): ImportProgress => {
    const sql = `SELECT count(*) AS all_rows, count(*) FILTER (WHERE state NOT IN ${UNSENT}) AS sent
      FROM import_rows JOIN submissions ON submissions.id = submission_id
      WHERE state <> 'discarded' AND import_id IN (
        SELECT import_id FROM ${OPEN_ROWS} JOIN import_rows ON submission_id = submissions.id
        WHERE ${IS_OPEN} AND workspace_id = ? AND state IN ${UNSENT}
      )`;
    const row = one(db, sql, workspaceId);
    return row ? { sent: integer(row, 'sent'), all: integer(row, 'all_rows') } : { sent: 0, all: 0 };
  }),

  /** The rows that weren't queued, or were rejected; undefined if the workspace doesn't have the import. */
  problems: read((db, workspaceId: string, importId: string): ImportProblems | undefined => {
    const sql = 'SELECT name, headers FROM imports WHERE id = ? AND workspace_id = ?';
    const known = one(db, sql, importId, workspaceId);
    if (!known) return undefined;
    const rows = all(
      db,
      `SELECT row_number, cells,
         iif(submission_id IS NULL, problems, NULL) AS problems, submissions.problem AS refusal
       FROM import_rows LEFT JOIN submissions ON submissions.id = import_rows.submission_id
       WHERE import_id = ? AND (state = 'rejected' OR (submission_id IS NULL AND import_rows.problems IS NOT NULL))
       ORDER BY row_number`,
      importId,
    );
    return {
      name: text(known, 'name'),
      headers: textList(known, 'headers'),
      rows: rows.map((row) => ({
        number: integer(row, 'row_number'),
        cells: textList(row, 'cells'),
        problems: rowProblems(textOrNull(row, 'problems')),
        refusal: submissionProblemOf(textOrNull(row, 'refusal')),
      })),
    };
  }),

  recall: read((db, workspaceId: string, headerKey: string, digest: string): ImportMemory => {
    const sql = 'SELECT columns FROM import_columns WHERE workspace_id = ? AND header_key = ?';
    const columns = one(db, sql, workspaceId, headerKey);
    const latest = one(
      db,
      `SELECT columns FROM import_columns WHERE workspace_id = ? AND columns ->> 'country' IS NOT NULL
       ORDER BY used_at DESC LIMIT 1`,
      workspaceId,
    );
    const before = one(
      db,
      `SELECT id, created_at, finished_at IS NULL AND NOT EXISTS (
         SELECT 1 FROM import_rows JOIN submissions ON submissions.id = submission_id
         WHERE import_id = imports.id AND state = 'discarded'
       ) AS interrupted, (
         SELECT min(send_after) FROM import_rows JOIN submissions ON submissions.id = submission_id
         WHERE import_id = imports.id AND state <> 'discarded'
       ) AS first_send_at
       FROM imports WHERE workspace_id = ? AND digest = ? ORDER BY created_at DESC LIMIT 1`,
      workspaceId,
      digest,
    );
    return {
      columns: columns ? columnsOf(columns) : null,
      country: latest ? (columnsOf(latest)?.country ?? null) : null,
      before: before
        ? {
            id: text(before, 'id'),
            createdAt: integer(before, 'created_at'),
            queued: queuedRows(db, workspaceId, text(before, 'id')),
            // With withdrawn submissions, importing again is a new import and doesn't resume this one.
            interrupted: integer(before, 'interrupted') === 1,
            firstSendAt: integerOrNull(before, 'first_send_at'),
          }
        : null,
    };
  }),

  remember: write(
    (db, workspaceId: string, headerKey: string, columns: RememberedColumns, now: number): void => {
      const key = { workspace_id: workspaceId, header_key: headerKey };
      upsert(db, 'import_columns', key, { columns: JSON.stringify(columns), used_at: now });
    },
  ),
};

/** Throws if the import isn't one of this workspace, which would be a bug in the caller. */
function requireImport(db: DatabaseSync, workspaceId: string, importId: string): void {
  if (!hasImport(db, workspaceId, importId)) throw new Error('There is no such import in this workspace.');
}

function hasImport(db: DatabaseSync, workspaceId: string, importId: string): boolean {
  return (
    one(db, 'SELECT 1 FROM imports WHERE id = ? AND workspace_id = ?', importId, workspaceId) !== undefined
  );
}

/**
 * Links each row to the submission at the same index, in the transaction that adds them. Throws if a row already has a
 * submission, or had one that was erased, so that nobody is called twice.
 */
export function linkRows(
  db: DatabaseSync,
  { importId, rows }: ImportedRows,
  submissions: readonly Submission[],
): void {
  const [first] = submissions;
  if (!first) return;
  requireImport(db, first.workspaceId, importId);
  // Deletes rows stored with problems all at once. An upsert for each would cost more than adding the submissions,
  // because SQLite journals every page for each statement that may insert or update.
  const sql = `DELETE FROM import_rows WHERE import_id = ? AND row_number IN (SELECT value FROM json_each(?))
      AND submission_id IS NULL AND erased = 0`;
  change(db, sql, importId, JSON.stringify(rows.map(({ number }) => number)));
  for (const [index, { id }] of submissions.entries()) {
    const row = rows[index];
    if (!row) throw new Error('A submission has no row of the file.');
    const cells = JSON.stringify(row.cells);
    insert(db, 'import_rows', { import_id: importId, row_number: row.number, cells, submission_id: id });
  }
}

/** The rows that have a submission, or had one that was erased; neither may be queued again. */
function queuedRows(db: DatabaseSync, workspaceId: string, importId: string): number[] {
  const sql = `SELECT row_number FROM import_rows JOIN imports ON imports.id = import_id
    WHERE import_id = ? AND workspace_id = ? AND (submission_id IS NOT NULL OR erased = 1) ORDER BY row_number`;
  return all(db, sql, importId, workspaceId).map((row) => integer(row, 'row_number'));
}

function rowProblems(json: string | null): readonly RowProblem[] | null {
  return json === null ? null : z.array(rowProblem).parse(JSON.parse(json));
}

/** Remembered columns are only a convenience, so those of another version in another format are ignored. */
function columnsOf(row: Row): RememberedColumns | null {
  return rememberedColumns.safeParse(JSON.parse(textOrNull(row, 'columns') ?? 'null')).data ?? null;
}

function rowToSummary(row: Row): ImportSummary {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    createdAt: integer(row, 'created_at'),
    rows: integer(row, 'row_count'),
    unsent: integer(row, 'unsent'),
    undecided: integer(row, 'undecided'),
    accepted: integer(row, 'accepted'),
    withdrawn: integer(row, 'withdrawn'),
    refused: integer(row, 'refused'),
    needYou: integer(row, 'need_you'),
    notQueued: integer(row, 'not_queued'),
    erased: integer(row, 'erased'),
    finished: integer(row, 'finished') === 1,
  };
}
