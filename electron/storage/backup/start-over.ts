import { chmodSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CodedError } from '../../../shared/result.ts';
import { asideName } from '../../privacy/private-folder.ts';
import { countChanges } from '../copy-detection.ts';
import { syncToDisk } from '../database-handle.ts';
import { change, one, scalar } from '../operation.ts';
import { appendEvidence } from '../stores/evidence-store.ts';
import { TABLES } from '../tables.ts';
import { backedUpTables, columnsOf, quoted } from './backup-records.ts';
import type { WorkControl } from './control.ts';

/** How long to wait for the storage worker's last commit, or another process, ms. */
const BUSY_TIMEOUT_MS = 10_000;

/** Opens the database at `path` on a separate connection. Doesn't trust its schema (sqlite.org/security.html). */
export function connectBeside(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    db.enableDefensive(true);
    db.exec(`PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether there is anything that a restored backup would have to be merged with. A practice workspace doesn't count. */
export function hasContent(db: DatabaseSync): boolean {
  const ofService = `WHERE workspace_id IS NULL
    OR workspace_id NOT IN (SELECT id FROM main.workspaces WHERE kind = 'practice')`;
  const ofWorkspaces = backedUpTables(db).filter((table) => columnsOf(db, table).includes('workspace_id'));
  const contents = [...ofWorkspaces.map((table) => `${quoted(table)} ${ofService}`), 'holds'];
  return contents.some((content) => one(db, `SELECT 1 FROM main.${content} LIMIT 1`) !== undefined);
}

/**
 * Deletes all content, with the workspaces for which the condition `leaving` holds, in the caller's transaction with
 * deferred foreign keys. Throws a CodedError `erasure_running`: what it has still to erase would be out of its reach.
 */
export function clear(db: DatabaseSync, leaving: string): void {
  if (one(db, 'SELECT 1 FROM erasures WHERE finished_at IS NULL')) throw new CodedError('erasure_running');
  change(db, `DELETE FROM main.workspaces WHERE ${leaving}`);
  // All at once: its words are in no other table.
  db.exec("INSERT INTO request_search (request_search) VALUES ('delete-all')");
  // A receipt may be of no workspace.
  const ofAGone = 'WHERE workspace_id IS NOT NULL AND workspace_id NOT IN (SELECT id FROM main.workspaces)';
  for (const [table, { startOver }] of Object.entries(TABLES)) {
    if (startOver === 'emptied') change(db, `DELETE FROM main.${quoted(table)}`);
    if (startOver === 'with_workspace') change(db, `DELETE FROM main.${quoted(table)} ${ofAGone}`);
  }
}

/**
 * Copies the database at `path` to a file beside it, whose name says so, and empties it in one transaction, except for what
 * is of the computer: the do-not-call list above all. Gives the new file's path. `copy`: a path for the copy while it is
 * made. Throws CodedErrors `sends_open`, `erasure_running` and `cancelled`; then nothing has changed.
 */
export function startOver(path: string, copy: string, now: number, control: WorkControl): string {
  const db = connectBeside(path);
  let aside: string | undefined;
  try {
    db.exec('BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON');
    // Its answer would have no row to be stored in.
    if (one(db, "SELECT 1 FROM submissions WHERE state IN ('connecting', 'sending')"))
      throw new CodedError('sends_open');
    copyDatabase(path, copy);
    control.check();
    const facts = {
      requests: scalar(db, 'SELECT count(*) AS n FROM requests'),
      submissions: scalar(db, 'SELECT count(*) AS n FROM submissions'),
    };
    clear(db, 'true');
    appendEvidence(db, { kind: 'started_over', at: now, facts });
    // Should the copy be put back in place, it is behind.
    countChanges(db, 1, 0);
    control.check();
    aside = asideName(path, new Date(now), 'started-over');
    renameSync(copy, aside);
    syncToDisk(dirname(path), 'r');
    db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
    return aside;
  } catch (error) {
    if (db.isTransaction && aside !== undefined) rmSync(aside, { force: true });
    throw error;
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK');
    db.close();
  }
}

/** On another connection, because a transaction can't contain it; that transaction keeps all others from writing. */
function copyDatabase(path: string, copy: string): void {
  const db = new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.prepare('VACUUM INTO ?').run(copy);
  } finally {
    db.close();
  }
  chmodSync(copy, 0o600);
  syncToDisk(copy, 'r+');
}
