import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  type ImportMemory,
  type ImportProblem,
  type ImportRow,
  type ImportStart,
  type ImportSummary,
  type RememberedColumns,
  rememberedColumns,
} from '../../../shared/imports.ts';
import type { Submission } from '../../../shared/submission.ts';
import type { RowToPutRight } from '../../imports/ports.ts';
import { all, change, integer, one, type Row, read, text, textOrNull, write } from '../operation.ts';
import { submissionProblemOf } from './submission-row.ts';

/** What the file to put right is made of. */
export interface ImportProblems {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly RowToPutRight[];
}

const MOST_LISTED = 100;

export const importOperations = {
  /** Makes an import known; `now` is UTC ms. */
  begin: write((db, workspaceId: string, start: ImportStart, now: number): void => {
    change(
      db,
      `INSERT INTO imports (id, workspace_id, name, digest, headers, row_count, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      start.id,
      workspaceId,
      start.name,
      start.digest,
      JSON.stringify(start.headers),
      start.rows,
      now,
    );
  }),

  finish: write((db, workspaceId: string, importId: string, now: number): void => {
    change(
      db,
      'UPDATE imports SET finished_at = ? WHERE id = ? AND workspace_id = ?',
      now,
      importId,
      workspaceId,
    );
  }),

  /** Whether an import was begun in this workspace. */
  has: read((db, workspaceId: string, importId: string): boolean => isKnown(db, workspaceId, importId)),

  /** Keeps rows that are not queued; those that are stay as they are. */
  keepProblems: write((db, workspaceId: string, importId: string, rows: readonly ImportProblem[]): void => {
    demandImport(db, workspaceId, importId);
    for (const { number, cells, problem } of rows) {
      change(
        db,
        `INSERT INTO import_rows (import_id, row_number, cells, problem) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET cells = excluded.cells, problem = excluded.problem
           WHERE submission_id IS NULL AND erased = 0`,
        importId,
        number,
        JSON.stringify(cells),
        problem,
      );
    }
  }),

  claim: write((db, workspaceId: string, importId: string, rows: readonly ImportRow[]): number[] => {
    demandImport(db, workspaceId, importId);
    prepareClaims(db);
    change(db, 'DELETE FROM temp.import_claims');
    return rows.flatMap((row) => {
      const known = one(
        db,
        `SELECT 1 FROM import_rows
         WHERE import_id = ? AND row_number = ? AND (submission_id IS NOT NULL OR erased = 1)`,
        importId,
        row.number,
      );
      if (known) return [row.number];
      claimRow(db, workspaceId, importId, row);
      return [];
    });
  }),

  release: write((db): void => {
    prepareClaims(db);
    change(db, 'DELETE FROM temp.import_claims');
  }),

  submissionsIn: read((db, importId: string, states: readonly Submission['state'][]): string[] =>
    all(
      db,
      `SELECT submissions.id FROM import_rows JOIN submissions ON submissions.id = import_rows.submission_id
       WHERE import_id = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY row_number`,
      importId,
      JSON.stringify(states),
    ).map((row) => text(row, 'id')),
  ),

  /** Numbers of the rows that have a submission, or had one that was erased since: neither is queued once more. */
  queuedRows: read((db, workspaceId: string, importId: string): number[] =>
    queuedRows(db, workspaceId, importId),
  ),

  /** The latest imports, the newest first. */
  list: read((db, workspaceId: string): ImportSummary[] =>
    all(
      db,
      `SELECT imports.id, name, imports.created_at, row_count,
         count(*) FILTER (WHERE state IN ('queued', 'held', 'draft')) AS unsent,
         count(*) FILTER (WHERE state IN ('connecting', 'sending', 'unconfirmed')) AS undecided,
         count(*) FILTER (WHERE state = 'accepted') AS accepted,
         count(*) FILTER (WHERE state = 'discarded') AS withdrawn,
         count(*) FILTER (WHERE state = 'rejected') AS refused,
         count(import_rows.row_number) FILTER (WHERE submission_id IS NULL AND import_rows.problem IS NOT NULL)
           AS not_queued,
         count(import_rows.row_number) FILTER (WHERE erased = 1) AS erased
       FROM (SELECT * FROM imports WHERE workspace_id = ? ORDER BY created_at DESC, rowid DESC LIMIT ?) AS imports
       LEFT JOIN import_rows ON import_rows.import_id = imports.id
       LEFT JOIN submissions ON submissions.id = import_rows.submission_id
       GROUP BY imports.id ORDER BY imports.created_at DESC, imports.id`,
      workspaceId,
      MOST_LISTED,
    ).map(rowToSummary),
  ),

  /** The rows that were not queued or were refused; undefined where the workspace has no such import. */
  problems: read((db, workspaceId: string, importId: string): ImportProblems | undefined => {
    const known = one(
      db,
      'SELECT name, headers FROM imports WHERE id = ? AND workspace_id = ?',
      importId,
      workspaceId,
    );
    if (!known) return undefined;
    const rows = all(
      db,
      `SELECT row_number, cells,
         iif(submission_id IS NULL, import_rows.problem, NULL) AS problem, submissions.problem AS refusal
       FROM import_rows LEFT JOIN submissions ON submissions.id = import_rows.submission_id
       WHERE import_id = ? AND (state = 'rejected' OR (submission_id IS NULL AND import_rows.problem IS NOT NULL))
       ORDER BY row_number`,
      importId,
    );
    return {
      name: text(known, 'name'),
      headers: texts(text(known, 'headers')),
      rows: rows.map((row) => ({
        number: integer(row, 'row_number'),
        cells: texts(text(row, 'cells')),
        problem: textOrNull(row, 'problem'),
        refusal: submissionProblemOf(textOrNull(row, 'refusal')),
      })),
    };
  }),

  recall: read((db, workspaceId: string, headerKey: string, digest: string): ImportMemory => {
    const columns = one(
      db,
      'SELECT columns FROM import_columns WHERE workspace_id = ? AND header_key = ?',
      workspaceId,
      headerKey,
    );
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
       ) AS interrupted
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
            // What was withdrawn may be wanted after all: that is another import, not the rest of this one.
            interrupted: integer(before, 'interrupted') === 1,
          }
        : null,
    };
  }),

  remember: write(
    (db, workspaceId: string, headerKey: string, columns: RememberedColumns, now: number): void => {
      change(
        db,
        `INSERT INTO import_columns (workspace_id, header_key, columns, used_at) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET columns = excluded.columns, used_at = excluded.used_at`,
        workspaceId,
        headerKey,
        JSON.stringify(columns),
        now,
      );
    },
  ),
};

/** An import belongs to the workspace it was begun in; anything else is a bug of the caller. */
function demandImport(db: DatabaseSync, workspaceId: string, importId: string): void {
  if (!isKnown(db, workspaceId, importId)) throw new Error('There is no such import in this workspace.');
}

function isKnown(db: DatabaseSync, workspaceId: string, importId: string): boolean {
  return (
    one(db, 'SELECT 1 FROM imports WHERE id = ? AND workspace_id = ?', importId, workspaceId) !== undefined
  );
}

const prepared = new WeakSet<DatabaseSync>();

/**
 * Claims live in a temporary table and the trigger that meets them is temporary too: both go with the connection, so
 * a crash leaves no claim behind that a later submission could meet by mistake.
 */
function prepareClaims(db: DatabaseSync): void {
  if (prepared.has(db)) return;
  db.exec(`
    CREATE TEMP TABLE IF NOT EXISTS import_claims (
      import_id TEXT NOT NULL,
      row_number INTEGER NOT NULL,
      workspace_id TEXT NOT NULL,
      candidate_name TEXT NOT NULL,
      phone_number TEXT NOT NULL,
      job_description_id TEXT NOT NULL,
      questionnaire_template_id TEXT NOT NULL,
      PRIMARY KEY (phone_number, import_id, row_number)
    ) STRICT, WITHOUT ROWID;

    CREATE TEMP TRIGGER IF NOT EXISTS import_claim_met AFTER INSERT ON main.submissions
    BEGIN
      UPDATE import_rows SET submission_id = NEW.id, problem = NULL
      WHERE (import_id, row_number) = (${CLAIM_OF_NEW}) AND submission_id IS NULL;
      -- With the phone number, which the index begins with: else each row would look through all claims.
      DELETE FROM import_claims
      WHERE phone_number = NEW.phone_number AND (import_id, row_number) = (${CLAIM_OF_NEW});
    END;
  `);
  prepared.add(db);
}

/** Makes the claims of one connection on another that takes its place. */
export function takeOverClaims(from: DatabaseSync, to: DatabaseSync): void {
  if (!prepared.has(from)) return;
  prepareClaims(to);
  for (const row of all(from, 'SELECT * FROM temp.import_claims')) {
    const claim = CLAIM_COLUMNS.map((column) =>
      column === 'row_number' ? integer(row, column) : text(row, column),
    );
    storeClaim(to, claim);
  }
}

const CLAIM_OF_NEW = `
  SELECT import_id, row_number FROM import_claims
  WHERE phone_number = NEW.phone_number AND workspace_id = NEW.workspace_id
    AND candidate_name = NEW.candidate_name AND job_description_id = NEW.job_description_id
    AND questionnaire_template_id = NEW.questionnaire_template_id
  ORDER BY row_number LIMIT 1`;

/** Until it is queued. */
const NOT_REACHED = '';

function claimRow(
  db: DatabaseSync,
  workspaceId: string,
  importId: string,
  { number, cells, fields }: ImportRow,
): void {
  change(
    db,
    `INSERT INTO import_rows (import_id, row_number, cells, problem) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET cells = excluded.cells, problem = excluded.problem`,
    importId,
    number,
    JSON.stringify(cells),
    NOT_REACHED,
  );
  const { candidateName, phoneNumber, jobDescriptionId, questionnaireTemplateId } = fields;
  storeClaim(db, [
    importId,
    number,
    workspaceId,
    candidateName,
    phoneNumber,
    jobDescriptionId,
    questionnaireTemplateId,
  ]);
}

const CLAIM_COLUMNS = [
  'import_id',
  'row_number',
  'workspace_id',
  'candidate_name',
  'phone_number',
  'job_description_id',
  'questionnaire_template_id',
] as const;

/** In the order of `CLAIM_COLUMNS`. */
function storeClaim(db: DatabaseSync, claim: readonly (string | number)[]): void {
  change(db, 'INSERT INTO temp.import_claims VALUES (?, ?, ?, ?, ?, ?, ?)', ...claim);
}

function queuedRows(db: DatabaseSync, workspaceId: string, importId: string): number[] {
  return all(
    db,
    `SELECT row_number FROM import_rows JOIN imports ON imports.id = import_id
     WHERE import_id = ? AND workspace_id = ? AND (submission_id IS NOT NULL OR erased = 1) ORDER BY row_number`,
    importId,
    workspaceId,
  ).map((row) => integer(row, 'row_number'));
}

function texts(json: string): readonly string[] {
  return z.array(z.string()).parse(JSON.parse(json));
}

/** What an older or newer version stored in another shape is as if it were not there: it is only a convenience. */
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
    notQueued: integer(row, 'not_queued'),
    erased: integer(row, 'erased'),
  };
}
