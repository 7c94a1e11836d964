import type { DatabaseSync } from 'node:sqlite';
import { hashFinder } from '../../do-not-call/hashed-numbers.ts';
import { all, change, insert, text } from '../../operation.ts';
import { copyRows } from './copy-rows.ts';

/**
 * Merges the do-not-call lists so that nothing becomes allowed: what either computer forbids is forbidden. What the other
 * computer's policy forbade stays on the list as an entry of a person, as that policy need not be in force here. A number
 * that was erased here comes back as its hash only.
 */
export function mergeDoNotCall(db: DatabaseSync): void {
  copyRows(db, {
    table: 'do_not_call_keys',
    from: 'backup.do_not_call_keys AS b WHERE true',
    keepOurs: true,
  });
  change(
    db,
    `UPDATE main.do_not_call AS m SET lifted_at = NULL, lifted_by = NULL, lifted_reason = NULL
     FROM backup.do_not_call AS b WHERE b.id = m.id AND b.lifted_at IS NULL AND m.lifted_at IS NOT NULL`,
  );
  collectErased(db);
  copyRows(db, {
    table: 'do_not_call',
    from: `backup.do_not_call AS b LEFT JOIN temp.erased_numbers AS e ON e.number = b.number
      WHERE b.source = 'person' OR NOT EXISTS (
      SELECT 1 FROM main.do_not_call AS m WHERE m.number = b.number AND m.lifted_at IS NULL)`,
    columns: {
      source: "'person'",
      policy_list: null,
      number: 'iif(e.number IS NULL, b.number, NULL)',
      hash: 'coalesce(e.hash, b.hash)',
      key_id: 'coalesce(e.key_id, b.key_id)',
      reason: "iif(e.number IS NULL, b.reason, '')",
      lifted_reason: "iif(e.number IS NULL OR b.lifted_at IS NULL, b.lifted_reason, '')",
    },
    keepOurs: true,
  });
  db.exec('DROP TABLE temp.erased_numbers');
}

/** Numbers of the backup's list that were erased here, with their hashes. */
function collectErased(db: DatabaseSync): void {
  db.exec(`CREATE TABLE temp.erased_numbers (
    number TEXT PRIMARY KEY, hash BLOB NOT NULL, key_id TEXT NOT NULL) STRICT, WITHOUT ROWID`);
  const findHash = hashFinder(db);
  for (const row of all(db, 'SELECT DISTINCT number FROM backup.do_not_call WHERE number IS NOT NULL')) {
    const number = text(row, 'number');
    const hashed = findHash(number);
    if (hashed) insert(db, 'temp.erased_numbers', { number, hash: hashed.hash, key_id: hashed.keyId });
  }
}
