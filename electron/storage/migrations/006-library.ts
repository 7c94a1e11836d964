import type { Migration } from './migration.ts';

/** What a team shares about a job description: its questionnaire, and whether it is still offered. */
export const library: Migration = {
  version: 6,
  sql: `
    ALTER TABLE library ADD COLUMN default_questionnaire_id TEXT;
    ALTER TABLE library ADD COLUMN archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1));
  `,
};
