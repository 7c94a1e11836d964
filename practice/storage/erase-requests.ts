import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../requests/request-store.ts';
import { openPracticeDatabase, PRACTICE_FILE } from './practice-database.ts';

/** Identifies requests of the practice service by their ids or idempotency keys. */
export interface PracticeRequestKeys {
  readonly requestIds: readonly string[];
  readonly idempotencyKeys: readonly string[];
}

/**
 * Erases requests from a practice service's folder, even while the service runs, and rewrites its files so that no
 * byte of
 * them remains. The service then no longer knows these requests. A folder without a database is left alone.
 *
 * @throws Error while another program reads the database.
 */
export function erasePracticeRequests(folder: string, keys: PracticeRequestKeys): void {
  if (!existsSync(join(folder, PRACTICE_FILE))) return;
  const database = openPracticeDatabase(folder);
  try {
    database.exec('PRAGMA secure_delete = ON');
    database
      .prepare(
        `DELETE FROM request WHERE request_id IN (SELECT value FROM json_each(?))
           OR idempotency_key_hash IN (SELECT value FROM json_each(?))`,
      )
      .run(JSON.stringify(keys.requestIds), JSON.stringify(keys.idempotencyKeys.map(sha256)));
    // VACUUM would put its temporary file outside the folder.
    database.exec('PRAGMA temp_store = MEMORY');
    database.exec('VACUUM');
    const journal = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (journal?.['busy'] !== 0)
      throw new Error("Another program is reading the practice service's database.");
  } finally {
    database.close();
  }
}
