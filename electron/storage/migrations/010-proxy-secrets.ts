import type { Migration } from './migration.ts';

/** What is kept secret per proxy: it belongs to no workspace. */
export const proxySecrets: Migration = {
  version: 10,
  sql: `
    -- As in secrets: sealed by the operating system's key store, and kept where it cannot be opened.
    CREATE TABLE proxy_secrets (
      id INTEGER PRIMARY KEY,
      -- host:port
      proxy TEXT NOT NULL,
      name TEXT NOT NULL,
      sealed BLOB NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX proxy_secrets_by_name ON proxy_secrets (proxy, name, id);
  `,
};
