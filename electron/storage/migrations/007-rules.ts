import type { Migration } from './migration.ts';

/** A workspace's calling hours and consent, and what of them each submission was made under. */
export const rules: Migration = {
  version: 7,
  sql: `
    CREATE TABLE workspace_rules (
      workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
      -- JSON of shared/workspace-rules.ts
      rules TEXT NOT NULL
    ) STRICT;

    -- Chosen by a person; null: what the number tells.
    ALTER TABLE submissions ADD COLUMN time_zone TEXT;
    ALTER TABLE submissions ADD COLUMN any_hour INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE submissions ADD COLUMN hours_waived_until INTEGER;
    -- Both or neither: until when it waits for the calling hours, and whose.
    ALTER TABLE submissions ADD COLUMN hold_until INTEGER;
    ALTER TABLE submissions ADD COLUMN hold_time_zone TEXT;
    -- Both or neither.
    ALTER TABLE submissions ADD COLUMN consent_at INTEGER;
    ALTER TABLE submissions ADD COLUMN consent_wording TEXT;
  `,
};
