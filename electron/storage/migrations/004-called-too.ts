import type { Migration } from './index.ts';

/** Notices that a colleague called the same person, too. */
export const calledToo: Migration = {
  version: 33,
  sql: `
    CREATE TABLE new_notices (
      id INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      kind TEXT NOT NULL
        CHECK (kind IN ('completed', 'rejected', 'unconfirmed', 'held', 'called_too', 'signed_out')),
      -- null: about a workspace
      submission_id TEXT REFERENCES submissions (id) ON DELETE CASCADE,
      occurrence INTEGER NOT NULL,
      at INTEGER NOT NULL,
      -- When the person was notified, or no longer needed to be; null until then.
      settled_at INTEGER,
      UNIQUE (submission_id, kind, occurrence)
    ) STRICT;
    INSERT INTO new_notices SELECT * FROM notices;
    DROP TABLE notices;
    ALTER TABLE new_notices RENAME TO notices;
    CREATE INDEX notices_untold ON notices (at) WHERE settled_at IS NULL;
    CREATE INDEX notices_by_kind ON notices (kind, at);
  `,
};
