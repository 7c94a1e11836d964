import type { DatabaseSync } from 'node:sqlite';
import { columnsOf, quoted } from '../backed-up-tables.ts';
import { copyRows } from './copy-rows.ts';

/** Adds candidates' requests, and takes what the other computer changed later. What was erased here stays erased. */
export function mergeRights(db: DatabaseSync): void {
  const changed = columnsOf(db, 'rights_requests').filter((name) => name !== 'id');
  db.exec(`UPDATE main.rights_requests AS m
    SET ${changed.map((name) => `${quoted(name)} = b.${quoted(name)}`).join(', ')}
    FROM backup.rights_requests AS b WHERE b.id = m.id AND b.changed_at > m.changed_at AND m.erased = 0`);
  copyRows(db, { table: 'rights_requests', from: 'backup.rights_requests AS b WHERE true', keepOurs: true });
}
