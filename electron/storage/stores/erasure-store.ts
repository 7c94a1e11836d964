import type { DatabaseSync } from 'node:sqlite';
import type {
  ErasureChoice,
  ErasureReceipt,
  FoundImportRow,
  FoundSubmission,
} from '../../../shared/privacy.ts';
import type { ErasedSubject, ErasureStage, ErasureTraces } from '../../privacy/ports.ts';
import { moveTo, takeStep } from '../erasure/erasure-steps.ts';
import { findImportRows, findSubmissions, importsIn } from '../erasure/find-person.ts';
import { mentionsElsewhere, mentionsInRequests } from '../erasure/mentions.ts';
import { personOf } from '../erasure/person.ts';
import { latestReceipts, receiptOf } from '../erasure/receipts.ts';
import { lastRow } from '../erasure/retained.ts';
import { subjectOf } from '../erasure/subject.ts';
import { subjectPattern } from '../erasure/subject-in-text.ts';
import { BUSY_TIMEOUT_MS } from '../inspect-database.ts';
import { all, alone, change, integer, one, read, text, textOrNull, write } from '../operation.ts';

export const erasureStore = {
  /** The largest number of a submission, for those that look through all of them in parts. */
  lastRow: read((db): number => lastRow(db)),

  /** Submissions of a part of all, `after` < row <= `upTo`; `workspaceId`: null for all workspaces. */
  findSubmissions: read(
    (db, search: PersonFields, workspaceId: string | null, after: number, upTo: number): FoundSubmission[] =>
      findSubmissions(db, personOf(search), workspaceId, { after, upTo }),
  ),

  importsIn: read((db, workspaceId: string | null): string[] => importsIn(db, workspaceId)),

  findImportRows: read((db, search: PersonFields, importId: string): FoundImportRow[] =>
    findImportRows(db, personOf(search), importId),
  ),

  /** What would be taken out of other texts if these were erased. */
  subjectOf: read((db, choice: Pick<ErasureChoice, 'search' | 'submissionIds'>): ErasedSubject => {
    const rows = rowsOf(db, choice.submissionIds);
    return { ...subjectOf(db, rows, choice.search), rows };
  }),

  /** How many other texts hold the subject, in a part of all rows; `upTo` 0: in what has no rows. */
  countMentions: read((db, { rows, ...subject }: ErasedSubject, after: number, upTo: number): number => {
    const pattern = subjectPattern(subject);
    if (!pattern) return 0;
    const chosen = new Set(rows);
    return upTo === 0
      ? mentionsElsewhere(db, pattern, false)
      : mentionsInRequests(db, pattern, { after, upTo }, (row) => chosen.has(row), false);
  }),

  /**
   * Decides what an erasure of one person takes: from here on it is carried through, also after a restart. What waits
   * is withdrawn in the same step, so that nobody is called after it. Answers the ids of those that are on their way
   * to the service just now; then nothing was begun. `now`: UTC ms.
   */
  begin: write(
    (
      db,
      id: string,
      choice: ErasureChoice,
      workspaceId: string | null,
      now: number,
    ): { readonly onTheirWay: readonly string[] } => {
      const rows = rowsOf(db, choice.submissionIds);
      const onTheirWay = all(
        db,
        `SELECT id FROM submissions WHERE row IN (SELECT value FROM json_each(?)) AND state IN ('connecting', 'sending')`,
        JSON.stringify(rows),
      ).map((row) => text(row, 'id'));
      if (onTheirWay.length > 0) return { onTheirWay };
      change(
        db,
        `INSERT INTO erasures (id, kind, workspace_id, begun_at, stage, subject) VALUES (?, 'person', ?, ?, 'mentions', ?)`,
        id,
        workspaceId,
        now,
        JSON.stringify(subjectOf(db, rows, choice.search)),
      );
      for (const row of rows) {
        withdraw(db, row, now);
        change(db, 'INSERT INTO erasure_items (erasure, row) VALUES (?, ?)', id, row);
      }
      for (const { importId, rowNumber } of choice.importRows) {
        change(db, 'INSERT OR IGNORE INTO erasure_import_rows VALUES (?, ?, ?)', id, importId, rowNumber);
      }
      return { onTheirWay };
    },
  ),

  /** Does the next few milliseconds of an erasure; answers where it stands then. */
  step: write((db, id: string): ErasureStage => takeStep(db, id)),

  /** What an erasure took of workspaces of the practice service, whose own store has it, too. */
  traces: read((db, id: string): ErasureTraces => {
    const items = all(db, 'SELECT request_id, submission_id FROM erasure_items WHERE erasure = ?', id);
    return {
      requestIds: items.flatMap((row) => textOrNull(row, 'request_id') ?? []),
      idempotencyKeys: items.flatMap((row) => textOrNull(row, 'submission_id') ?? []),
    };
  }),

  /** The paths of all pinned fields, by workspace id. */
  pinnedPaths: read((db): Record<string, string[]> => {
    const rows = all(
      db,
      `SELECT workspaces.id, pins.path FROM workspaces
       LEFT JOIN pins ON pins.workspace_id = workspaces.id AND pins.state <> 'removing'`,
    );
    const byWorkspace: Record<string, string[]> = {};
    for (const row of rows) {
      const [id, path] = [text(row, 'id'), textOrNull(row, 'path')];
      byWorkspace[id] = [...(byWorkspace[id] ?? []), ...(path === null ? [] : [path])];
    }
    return byWorkspace;
  }),

  /** The practice service has erased its own. */
  erasedElsewhere: write((db, id: string): void => moveTo(db, id, 'overwrite')),

  /**
   * Writes the whole file anew: SQLite leaves copies of what it moved between pages in their unused parts. Takes about
   * a second for a hundred megabytes, in which nothing else is written. Answers false where another program keeps
   * the old bytes in the journal; then it is to be tried again.
   */
  overwrite: alone((db, id: string): boolean => {
    db.exec('BEGIN IMMEDIATE');
    change(db, 'UPDATE erasures SET subject = NULL WHERE id = ?', id);
    change(db, 'DELETE FROM erasure_items WHERE erasure = ?', id);
    change(db, 'DELETE FROM erasure_import_rows WHERE erasure = ?', id);
    db.exec('COMMIT');
    // Whoever keeps it busy is not waited for here, where everything else would wait, too.
    db.exec('PRAGMA busy_timeout = 0');
    try {
      if (!writtenAnew(db)) return false;
      const journal = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      return journal?.['busy'] === 0;
    } finally {
      db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }),

  finish: write((db, id: string, now: number): void => {
    change(db, `UPDATE erasures SET stage = 'done', finished_at = ? WHERE id = ?`, now, id);
  }),

  /** Erasures that were begun and are not finished, the oldest first. */
  unfinished: read((db): string[] =>
    all(db, 'SELECT id FROM erasures WHERE finished_at IS NULL ORDER BY begun_at, id').map((row) =>
      text(row, 'id'),
    ),
  ),

  /** How many submissions are on their way to a service at this moment. */
  onTheWire: read((db): number => {
    const row = one(
      db,
      `SELECT count(*) AS n FROM submissions
       WHERE state NOT IN ('accepted', 'discarded') AND state IN ('connecting', 'sending')`,
    );
    return row ? integer(row, 'n') : 0;
  }),

  /** The latest erasures, the newest first. */
  receipts: read((db): ErasureReceipt[] => latestReceipts(db)),

  receipt: read((db, id: string): ErasureReceipt | undefined => receiptOf(db, id)),
};

type PersonFields = ErasureChoice['search'];

/** False where another process, or the making of a backup, reads or writes just now (SQLITE_BUSY, SQLITE_LOCKED). */
function writtenAnew(db: DatabaseSync): boolean {
  try {
    db.exec('VACUUM');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && [5, 6].includes(Number(error.errcode) & 0xff))
      return false;
    throw error;
  }
}

/**
 * Nothing of what is to be erased goes out any more: the queue's own changes are made on top of an older revision. It
 * needs no entry in the history, which goes with it.
 */
function withdraw(db: DatabaseSync, row: number, now: number): void {
  change(
    db,
    `UPDATE submissions SET state = 'discarded', revision = revision + 1, updated_at = ?
     WHERE row = ? AND state IN ('draft', 'queued', 'held', 'rejected', 'unconfirmed')`,
    now,
    row,
  );
}

function rowsOf(db: DatabaseSync, submissionIds: readonly string[]): number[] {
  return all(
    db,
    'SELECT row FROM submissions WHERE id IN (SELECT value FROM json_each(?)) ORDER BY row',
    JSON.stringify(submissionIds),
  ).map((row) => integer(row, 'row'));
}
