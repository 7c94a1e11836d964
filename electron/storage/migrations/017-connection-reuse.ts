import type { Migration } from './migration.ts';

/** Services that close connections unannounced are remembered over a restart. */
export const connectionReuse: Migration = {
  version: 17,
  sql: `
    CREATE TABLE connection_reuse (
      -- Of the service's address, without a path.
      origin TEXT PRIMARY KEY,
      -- When it last closed one, UTC ms.
      learned_at INTEGER NOT NULL
    ) STRICT;
  `,
};
