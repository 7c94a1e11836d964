import type { Migration } from './migration.ts';

/** Imported files, what became of each of their rows, and which columns were chosen for files like them. */
export const imports: Migration = {
  version: 5,
  sql: `
    CREATE TABLE imports (
      id TEXT PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      name TEXT NOT NULL,
      digest TEXT NOT NULL,
      headers TEXT NOT NULL,
      row_count INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      -- null: queueing has not come to its end
      finished_at INTEGER
    ) STRICT;
    CREATE INDEX imports_by_created ON imports (workspace_id, created_at);
    CREATE INDEX imports_by_digest ON imports (workspace_id, digest, created_at);

    -- A row is in the queue, or went through it, exactly when it has a submission.
    CREATE TABLE import_rows (
      import_id TEXT NOT NULL REFERENCES imports (id),
      row_number INTEGER NOT NULL,
      cells TEXT NOT NULL,
      problem TEXT,
      submission_id TEXT REFERENCES submissions (id),
      PRIMARY KEY (import_id, row_number)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX import_rows_by_submission ON import_rows (submission_id) WHERE submission_id IS NOT NULL;

    CREATE TABLE import_columns (
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      header_key TEXT NOT NULL,
      columns TEXT NOT NULL,
      used_at INTEGER NOT NULL,
      PRIMARY KEY (workspace_id, header_key)
    ) STRICT, WITHOUT ROWID;
  `,
};
