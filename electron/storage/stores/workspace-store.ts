import type { Workspace } from '../../../shared/workspace.ts';
import { all, change, one, type Row, read, text, upsert, write } from '../operation.ts';
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
    upsert(
      db,
      'workspaces',
      { id: workspace.id, kind: workspace.kind, created_at: now },
      {
        name: workspace.name,
        base_url: workspace.baseUrl,
        auth_url: workspace.authUrl,
        issuer: workspace.issuer,
        client_id: workspace.clientId,
        redirect_uri: workspace.redirectUri,
      },
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
    issuer: text(row, 'issuer'),
    clientId: text(row, 'client_id'),
    redirectUri: text(row, 'redirect_uri'),
  };
}
