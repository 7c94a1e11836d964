import type { DatabaseSync } from 'node:sqlite';
import { HOLD_KINDS } from '../../../../shared/holds.ts';
import { appendHoldEvent, recordHold } from '../../holds/hold-events.ts';
import { all, change, oneOf, text } from '../../operation.ts';
import { copyRows } from './copy-rows.ts';

/**
 * Merges holds so that nothing is released: what either computer holds is held. One that was released here but not in the
 * backup is in force again, also one of a person who was erased here, as the backup may bring them back. `now`: UTC ms.
 */
export function mergeHolds(db: DatabaseSync, now: number): void {
  const added = all(
    db,
    `SELECT id, kind FROM backup.holds AS b
     WHERE ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM main.holds AS m WHERE m.id = b.id AND m.ended_at IS NULL)
     ORDER BY placed_at, id`,
  ).map((row) => ({ hold: text(row, 'id'), of: oneOf(row, 'kind', HOLD_KINDS) }));
  const again = all(
    db,
    `SELECT m.id FROM main.holds AS m JOIN backup.holds AS b ON b.id = m.id
     WHERE m.ended_at IS NOT NULL AND b.ended_at IS NULL ORDER BY m.id`,
  ).map((row) => text(row, 'id'));
  copyRows(db, {
    table: 'hold_events',
    from: 'backup.hold_events AS b WHERE b.hold NOT IN (SELECT id FROM main.holds)',
  });
  copyRows(db, {
    table: 'holds',
    from: 'backup.holds AS b LEFT JOIN temp.workspace_map AS workspace ON workspace.old_id = b.workspace_id',
    columns: {
      workspace_id: 'workspace.new_id',
      submission_id: '(SELECT id FROM main.submissions WHERE id = b.submission_id)',
    },
    keepOurs: true,
  });
  for (const id of again) {
    change(
      db,
      `UPDATE main.holds AS m SET ended_at = NULL,
         name = iif(m.name = '', b.name, m.name), phone = iif(m.phone = '', b.phone, m.phone),
         reason = iif(m.reason = '', b.reason, m.reason)
       FROM backup.holds AS b WHERE b.id = m.id AND m.id = ?`,
      id,
    );
    appendHoldEvent(db, id, { kind: 'held_again', at: now, by: '', reason: '' });
  }
  for (const { hold, of } of added) recordHold(db, 'hold_placed', { hold, of, why: 'restored' }, now);
}
