import type { Migration } from './index.ts';

/** What a team erased, for when its database is restored to a time before. */
export const erasedByTeam: Migration = {
  version: 31,
  sql: `
    -- Hashes with the team's key of whom and what it erased, as in its tombstones: if its database is restored to a time
    -- before, it is told again.
    CREATE TABLE team_erased (
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      hash TEXT NOT NULL,
      -- The change of the team that erased it, and the generation that was told last.
      change INTEGER NOT NULL,
      generation TEXT NOT NULL,
      PRIMARY KEY (workspace_id, hash)
    ) STRICT, WITHOUT ROWID;
  `,
};
