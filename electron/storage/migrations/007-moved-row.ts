import type { Migration } from './index.ts';

/** When, and after which submission, a workspace came to the place of its team: it is joined there, if that is another team. */
export const movedRow: Migration = {
  version: 36,
  sql: `
    ALTER TABLE teams ADD COLUMN moved_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE teams ADD COLUMN moved_row INTEGER NOT NULL DEFAULT 0;
    UPDATE teams SET moved_at = unixepoch() * 1000, moved_row = coalesce((SELECT max(row) FROM submissions), 0);
  `,
};
