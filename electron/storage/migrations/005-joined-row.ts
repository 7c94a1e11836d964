import type { Migration } from './index.ts';

/** Up to which submission there was a history when a workspace joined its team, whatever the clock said then. */
export const joinedRow: Migration = {
  version: 34,
  sql: `
    ALTER TABLE teams ADD COLUMN joined_row INTEGER NOT NULL DEFAULT 0;
    UPDATE teams SET joined_row = coalesce((SELECT max(row) FROM submissions WHERE created_at < joined_at), 0);
  `,
};
