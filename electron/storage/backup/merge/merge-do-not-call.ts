import type { DatabaseSync } from 'node:sqlite';
import { change } from '../../operation.ts';
import { copyRows } from './copy-rows.ts';

/**
 * Merges the do-not-call lists so that nothing becomes allowed: what either computer forbids is forbidden. What the other
 * computer's policy forbade stays on the list as an entry of a person, as that policy need not be in force here.
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
  copyRows(db, {
    table: 'do_not_call',
    from: `backup.do_not_call AS b WHERE b.source = 'person' OR NOT EXISTS (
      SELECT 1 FROM main.do_not_call AS m WHERE m.number = b.number AND m.lifted_at IS NULL)`,
    columns: { source: "'person'" },
    keepOurs: true,
  });
}
