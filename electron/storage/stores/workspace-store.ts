import type { Workspace } from '../../../shared/workspace.ts';
import { all, change, one, type Row, read, text, write } from '../operation.ts';
import { sealedValues } from './sealed-values.ts';

export const workspaceStore = {
  /** Workspaces that have not been removed, the oldest first. */
  list: read((db): Workspace[] =>
    all(db, 'SELECT * FROM workspaces WHERE removed_at IS NULL ORDER BY created_at, rowid').map(
      rowToWorkspace,
    ),
  ),

  /** Adds a workspace or changes its name and addresses. */
  save: write((db, workspace: Workspace, now: number): void => {
    change(
      db,
      `INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET name = excluded.name, base_url = excluded.base_url, auth_url = excluded.auth_url,
         client_id = excluded.client_id, redirect_uri = excluded.redirect_uri`,
      workspace.id,
      workspace.name,
      workspace.kind,
      workspace.baseUrl,
      workspace.authUrl,
      workspace.clientId,
      workspace.redirectUri,
      now,
    );
  }),

  /** Hides a workspace and deletes its secrets; its history stays in the database. */
  remove: write((db, workspaceId: string, now: number): void => {
    change(db, 'UPDATE workspaces SET removed_at = ? WHERE id = ?', now, workspaceId);
    change(db, 'DELETE FROM secrets WHERE workspace_id = ?', workspaceId);
  }),
};

export const secretStore = {
  ...sealedValues('secrets', 'workspace_id'),

  /** Whether a value is stored under a name, whether it can be decrypted or not. */
  exists: read((db, workspaceId: string, name: string): boolean =>
    Boolean(one(db, 'SELECT 1 FROM secrets WHERE workspace_id = ? AND name = ?', workspaceId, name)),
  ),
};

function rowToWorkspace(row: Row): Workspace {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    kind: row['kind'] === 'practice' ? 'practice' : 'service',
    baseUrl: text(row, 'base_url'),
    authUrl: text(row, 'auth_url'),
    clientId: text(row, 'client_id'),
    redirectUri: text(row, 'redirect_uri'),
  };
}
