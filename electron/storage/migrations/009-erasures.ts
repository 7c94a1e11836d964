import type { Migration } from './migration.ts';

/** Erasing a person or what is old: what is under way, what was done, and what makes it fast enough. */
export const erasures: Migration = {
  version: 9,
  sql: `
    -- The receipt, and while it is under way how far it is. Nothing that stays in it tells who was erased.
    CREATE TABLE erasures (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('person', 'retention')),
      -- null: all workspaces
      workspace_id TEXT REFERENCES workspaces (id),
      days INTEGER,
      begun_at INTEGER NOT NULL,
      finished_at INTEGER,
      stage TEXT NOT NULL,
      cursor INTEGER NOT NULL DEFAULT 0,
      -- JSON: names and numbers to take out of other texts; null once that is done
      subject TEXT,
      requests INTEGER NOT NULL DEFAULT 0,
      submissions INTEGER NOT NULL DEFAULT 0,
      notes INTEGER NOT NULL DEFAULT 0,
      import_rows INTEGER NOT NULL DEFAULT 0,
      mentions INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    -- What an erasure that is under way takes. The keys stay until the practice service has erased it, too.
    CREATE TABLE erasure_items (
      erasure TEXT NOT NULL REFERENCES erasures (id),
      row INTEGER NOT NULL,
      done INTEGER NOT NULL DEFAULT 0,
      request_id TEXT,
      idempotency_key TEXT,
      PRIMARY KEY (erasure, row)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE erasure_import_rows (
      erasure TEXT NOT NULL REFERENCES erasures (id),
      import_id TEXT NOT NULL,
      row_number INTEGER NOT NULL,
      PRIMARY KEY (erasure, import_id, row_number)
    ) STRICT, WITHOUT ROWID;

    -- A row that was queued and then erased: the same file brings it into the queue no second time.
    ALTER TABLE import_rows ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;

    -- Made of an answer that was erased: answers are packed with another one, and then it goes.
    ALTER TABLE answer_dictionaries ADD COLUMN retired INTEGER NOT NULL DEFAULT 0;

    -- Without these, taking away a request or a sentence looks through all of them.
    CREATE INDEX request_ids_by_row ON request_ids (row);
    CREATE INDEX history_by_phrase ON history (phrase);
  `,
};
