import type { Migration } from './index.ts';

/** What a team has of before, and when a workspace came to the place where its team is: it is joined there, if that is another one. */
export const teamCame: Migration = {
  version: 35,
  sql: `
    -- The computer_id of \`teams\` when the team's record of it was read; null: it wasn't.
    ALTER TABLE requests ADD COLUMN team_has TEXT;
    ALTER TABLE teams ADD COLUMN moved_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE teams ADD COLUMN moved_row INTEGER NOT NULL DEFAULT 0;
    UPDATE teams SET moved_at = unixepoch() * 1000, moved_row = coalesce((SELECT max(row) FROM submissions), 0);
  `,
};
