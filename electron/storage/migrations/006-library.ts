import type { Migration } from './migration.ts';

/** What a team shares about a job description: its questionnaire, and whether it is still offered. Counts of use. */
export const library: Migration = {
  version: 6,
  sql: `
    ALTER TABLE library ADD COLUMN default_questionnaire_id TEXT;
    ALTER TABLE library ADD COLUMN archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1));
    CREATE INDEX submissions_by_job ON submissions (workspace_id, job_description_id, state);
    CREATE INDEX submissions_by_questionnaire ON submissions (workspace_id, questionnaire_template_id, state);
  `,
};
