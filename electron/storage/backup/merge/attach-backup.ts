import { DatabaseSync } from 'node:sqlite';

/** How long to wait for the storage worker's last commit, or another process, ms. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Opens the database at `path` on a separate connection, with a staged backup attached as `backup`. Doesn't trust
 * either schema (sqlite.org/security.html).
 */
export function attachBackup(path: string, staged: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    db.enableDefensive(true);
    db.exec(`PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY`);
    db.prepare('ATTACH ? AS backup').run(staged);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
