import type { Migration } from './migration.ts';

/** A chosen time apart from the delays of the queue, and the wait that a service asked the whole queue for. */
export const chosenTimesAndWaits: Migration = {
  version: 3,
  sql: `
    ALTER TABLE submissions ADD COLUMN not_before INTEGER;
    -- Never tried, and later than any undo window: only a person can have chosen that.
    UPDATE submissions SET not_before = send_after
      WHERE state IN ('draft', 'queued', 'held') AND attempts = 0 AND send_after - created_at > 60000;

    CREATE TABLE queue_waits (
      workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
      asked_at INTEGER NOT NULL,
      until INTEGER NOT NULL
    ) STRICT;
  `,
};
