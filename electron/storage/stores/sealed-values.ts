import { all, change, insert, type Row, read, write } from '../operation.ts';

/** Encrypted values by name, which belong to a workspace, to a proxy (`host:port`) or to a part of the app. */
export function sealedValues(
  table: 'secrets' | 'proxy_secrets' | 'app_secrets',
  owner: 'workspace_id' | 'proxy' | 'part',
) {
  return {
    /** The values of a name, the newest first. */
    list: read((db, ownerId: string, name: string): { id: number; sealed: Uint8Array }[] =>
      all(
        db,
        `SELECT id, sealed FROM ${table} WHERE ${owner} = ? AND name = ? ORDER BY id DESC`,
        ownerId,
        name,
      ).map(rowToSealed),
    ),

    /** Stores a value and deletes those it replaces; other values of its name, which can't be decrypted, stay. */
    save: write(
      (db, ownerId: string, name: string, sealed: Uint8Array, replaces: readonly number[]): void => {
        for (const id of replaces) change(db, `DELETE FROM ${table} WHERE id = ?`, id);
        insert(db, table, { [owner]: ownerId, name, sealed, created_at: Date.now() });
      },
    ),

    remove: write((db, ids: readonly number[]): void => {
      for (const id of ids) change(db, `DELETE FROM ${table} WHERE id = ?`, id);
    }),
  };
}

function rowToSealed({ id, sealed }: Row): { id: number; sealed: Uint8Array } {
  if (typeof id !== 'number' || !(sealed instanceof Uint8Array)) {
    throw new TypeError('A sealed value is malformed.');
  }
  return { id, sealed };
}
