import { all, change, read, text, write } from '../operation.ts';

/** Reasons of verdicts that are kept to be used again. */
export const reasonStore = {
  /** Those of a workspace, in the order of the alphabet. */
  list: read((db, workspaceId: string): string[] =>
    all(
      db,
      'SELECT text FROM kept_reasons WHERE workspace_id = ? ORDER BY text COLLATE NOCASE, text',
      workspaceId,
    ).map((row) => text(row, 'text')),
  ),

  keep: write((db, workspaceId: string, reason: string): void => {
    change(db, 'INSERT OR IGNORE INTO kept_reasons (workspace_id, text) VALUES (?, ?)', workspaceId, reason);
  }),

  remove: write((db, workspaceId: string, reason: string): void => {
    change(db, 'DELETE FROM kept_reasons WHERE workspace_id = ? AND text = ?', workspaceId, reason);
  }),
};
