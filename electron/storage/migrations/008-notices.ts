import type { Migration } from './migration.ts';

/** What happened by itself, so that nobody is told of it twice. Ids and times alone: names are looked up when told. */
export const notices: Migration = {
  version: 8,
  sql: `
    CREATE TABLE notices (
      id INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      kind TEXT NOT NULL CHECK (kind IN ('completed', 'rejected', 'unconfirmed', 'held', 'signed_out')),
      -- Null for what is about a workspace.
      submission_id TEXT REFERENCES submissions (id) ON DELETE CASCADE,
      occurrence INTEGER NOT NULL,
      at INTEGER NOT NULL,
      -- Told, or not to be told any more; null until then.
      settled_at INTEGER,
      UNIQUE (submission_id, kind, occurrence)
    ) STRICT;
    CREATE INDEX notices_untold ON notices (at) WHERE settled_at IS NULL;
    CREATE INDEX notices_by_kind ON notices (kind, at);
  `,
};
