import { all, change, read, text, write } from '../operation.ts';
import { rowToSealed } from './workspace-store.ts';

/** The same as the secrets of workspaces, by proxy (`host:port`). */
export const proxySecretStore = {
  /** Sealed values of a name, the newest first. */
  list: read((db, proxy: string, name: string): { id: number; sealed: Uint8Array }[] =>
    all(
      db,
      'SELECT id, sealed FROM proxy_secrets WHERE proxy = ? AND name = ? ORDER BY id DESC',
      proxy,
      name,
    ).map(rowToSealed),
  ),

  /** Stores a sealed value and drops those it replaces; others of its name (unreadable ones) stay. */
  save: write((db, proxy: string, name: string, sealed: Uint8Array, replaces: readonly number[]): void => {
    for (const id of replaces) change(db, 'DELETE FROM proxy_secrets WHERE id = ?', id);
    change(
      db,
      'INSERT INTO proxy_secrets (proxy, name, sealed, created_at) VALUES (?, ?, ?, ?)',
      proxy,
      name,
      sealed,
      Date.now(),
    );
  }),

  remove: write((db, ids: readonly number[]): void => {
    for (const id of ids) change(db, 'DELETE FROM proxy_secrets WHERE id = ?', id);
  }),

  /** The proxies there is something for, readable or not. */
  proxies: read((db): string[] =>
    all(db, 'SELECT DISTINCT proxy FROM proxy_secrets ORDER BY proxy').map((row) => text(row, 'proxy')),
  ),
};
