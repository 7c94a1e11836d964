import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPracticeDatabase, PRACTICE_FILE } from './practice-database.ts';

/** By what requests of the practice service are known: their ids, and the keys they were asked for with. */
export interface PracticeRequestKeys {
  readonly requestIds: readonly string[];
  readonly idempotencyKeys: readonly string[];
}

/**
 * Takes requests out of a practice service's folder, whether it runs or not, and writes its files anew, so that no byte
 * of them is left. Such a request is unknown to the service from then on. A folder without a database stays as it is.
 *
 * @throws Error while another program reads what is to be overwritten.
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
    // Its temporary file would lie outside of the folder.
    database.exec('PRAGMA temp_store = MEMORY');
    database.exec('VACUUM');
    const journal = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (journal?.['busy'] !== 0) throw new Error("Another program reads the practice service's database.");
  } finally {
    database.close();
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
