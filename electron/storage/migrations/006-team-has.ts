import type { Migration } from './index.ts';

/** Which requests of before the team has all the same: it was told of them when its person was in it the time before. */
export const teamHas: Migration = {
  version: 35,
  sql: `
    -- The computer_id of \`teams\` when the team's record of it was read; null: it wasn't.
    ALTER TABLE requests ADD COLUMN team_has TEXT;
  `,
};
