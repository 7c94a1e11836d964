import type { DatabaseSync } from 'node:sqlite';
import { all, change, one, text } from '../../operation.ts';
import { copyRows } from './copy-rows.ts';

/*
 * Conditions for a workspace here (`m`) to match a backed-up one (`b`), best first: the same service address and client.
 * The client may have changed since the backup, so one with the same submissions matches, too.
 */
const MATCHES = [
  'm.id = b.id AND m.base_url = b.base_url',
  `m.base_url = b.base_url AND EXISTS (
     SELECT 1 FROM backup.submissions AS theirs JOIN main.submissions AS ours ON ours.id = theirs.id
     WHERE theirs.workspace_id = b.id AND ours.workspace_id = m.id)`,
  'm.base_url = b.base_url AND m.client_id = b.client_id',
  // There is at most one practice workspace, and its port changes.
  `m.kind = 'practice' AND m.removed_at IS NULL`,
];

/** Fills `temp.workspace_map` (old_id, new_id); `new_id` is null for a workspace to add. */
export function matchWorkspaces(db: DatabaseSync): void {
  db.exec('CREATE TEMP TABLE workspace_map (old_id TEXT PRIMARY KEY, new_id TEXT) STRICT');
  for (const id of backedUp(db)) {
    const ours = MATCHES.map((match) =>
      one(
        db,
        `SELECT m.id FROM backup.workspaces AS b JOIN main.workspaces AS m ON m.kind = b.kind AND ${match}
         WHERE b.id = ? ORDER BY m.removed_at IS NOT NULL, m.created_at, m.rowid LIMIT 1`,
        id,
      ),
    ).find((found) => found !== undefined);
    change(db, 'INSERT INTO temp.workspace_map VALUES (?, ?)', id, ours ? text(ours, 'id') : null);
  }
}

/**
 * Adds missing workspaces, and restores those removed here but not in the backup. Gives how many were added.
 */
export function addWorkspaces(db: DatabaseSync): number {
  change(
    db,
    `UPDATE main.workspaces SET removed_at = NULL WHERE id IN (
       SELECT map.new_id FROM temp.workspace_map AS map JOIN backup.workspaces AS b ON b.id = map.old_id
       WHERE b.removed_at IS NULL)`,
  );
  const missing = change(
    db,
    `UPDATE temp.workspace_map
     SET new_id = iif(old_id IN (SELECT id FROM main.workspaces), lower(hex(randomblob(5))), old_id)
     WHERE new_id IS NULL`,
  );
  copyRows(db, {
    table: 'workspaces',
    from: `backup.workspaces AS b JOIN temp.workspace_map AS map ON map.old_id = b.id
      WHERE map.new_id NOT IN (SELECT id FROM main.workspaces) ORDER BY b.created_at, b.rowid`,
    columns: { id: 'map.new_id' },
  });
  return missing;
}

function backedUp(db: DatabaseSync): string[] {
  return all(db, 'SELECT id FROM backup.workspaces ORDER BY created_at, rowid').map((row) => text(row, 'id'));
}
