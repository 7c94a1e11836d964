import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { all, change, integer, one, text } from '../../operation.ts';
import { copyRows } from './copy-rows.ts';

/*
 * Which workspace of this computer a backed-up one is: that of the same service address and client. Its client may
 * have been changed since, so one that holds submissions of it counts as well.
 */
const SAME = [
  'm.id = b.id AND m.base_url = b.base_url',
  `m.base_url = b.base_url AND EXISTS (
     SELECT 1 FROM backup.submissions AS theirs JOIN main.submissions AS ours ON ours.id = theirs.id
     WHERE theirs.workspace_id = b.id AND ours.workspace_id = m.id)`,
  'm.base_url = b.base_url AND m.client_id = b.client_id',
  // There is one practice service at most, wherever it listens.
  `m.kind = 'practice' AND m.removed_at IS NULL`,
];

/** Fills `temp.workspace_map` (old_id, old_number, new_id, new_number; the last two null where it is to be added). */
export function matchWorkspaces(db: DatabaseSync): void {
  db.exec(`CREATE TEMP TABLE workspace_map (
    old_id TEXT PRIMARY KEY, old_number INTEGER NOT NULL UNIQUE, new_id TEXT, new_number INTEGER) STRICT`);
  for (const { id, number } of backedUp(db)) {
    const ours = SAME.map((same) =>
      one(
        db,
        `SELECT m.id, m.number FROM backup.workspaces AS b JOIN main.workspaces AS m ON m.kind = b.kind AND ${same}
         WHERE b.id = ? ORDER BY m.removed_at IS NOT NULL, m.created_at, m.number LIMIT 1`,
        id,
      ),
    ).find((found) => found !== undefined);
    change(
      db,
      'INSERT INTO temp.workspace_map VALUES (?, ?, ?, ?)',
      id,
      number,
      ours ? text(ours, 'id') : null,
      ours ? integer(ours, 'number') : null,
    );
  }
}

/**
 * Adds the workspaces that are not here, and shows those again that were removed here and not there. Answers how many
 * were added.
 */
export function addWorkspaces(db: DatabaseSync): number {
  change(
    db,
    `UPDATE main.workspaces SET removed_at = NULL WHERE id IN (
       SELECT map.new_id FROM temp.workspace_map AS map JOIN backup.workspaces AS b ON b.id = map.old_id
       WHERE b.removed_at IS NULL)`,
  );
  const missing = all(db, 'SELECT old_id FROM temp.workspace_map WHERE new_id IS NULL ORDER BY old_number');
  for (const row of missing) {
    const oldId = text(row, 'old_id');
    const taken = one(db, 'SELECT 1 FROM main.workspaces WHERE id = ?', oldId);
    const newId = taken ? randomUUID() : oldId;
    change(db, 'UPDATE temp.workspace_map SET new_id = ? WHERE old_id = ?', newId, oldId);
    copyRows(db, {
      table: 'workspaces',
      from: 'backup.workspaces AS b JOIN temp.workspace_map AS map ON map.old_id = b.id AND map.new_number IS NULL AND map.new_id IS NOT NULL',
      columns: { id: 'map.new_id', number: null },
    });
    change(
      db,
      `UPDATE temp.workspace_map SET new_number = (SELECT number FROM main.workspaces WHERE id = new_id)
       WHERE old_id = ?`,
      oldId,
    );
  }
  return missing.length;
}

function backedUp(db: DatabaseSync): { id: string; number: number }[] {
  return all(db, 'SELECT id, number FROM backup.workspaces ORDER BY number').map((row) => ({
    id: text(row, 'id'),
    number: integer(row, 'number'),
  }));
}
