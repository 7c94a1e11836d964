import { DatabaseSync } from 'node:sqlite';

/** How long the storage worker's last commit, or another process, is waited for, ms. */
const PATIENCE_MS = 10_000;

/**
 * The database at `path` on a connection of its own, with a staged backup beside it as `backup`. Nothing of a schema is
 * trusted beyond what SQLite itself knows to be harmless.
 */
export function attachBackup(path: string, staged: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: PATIENCE_MS, enableForeignKeyConstraints: true });
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
