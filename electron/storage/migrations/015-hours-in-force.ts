import { packedUuidSql, unpackedUuidSql } from '../packed-uuid.ts';
import type { Migration } from './migration.ts';

/** A submission keeps the calling hours that held it, and what a person is asked once others would let it go. */
export const hoursInForce: Migration = {
  version: 15,
  sql: `
    -- JSON: shared/submission.ts, hoursInForce; null: there were none.
    ALTER TABLE submissions ADD COLUMN hours_in_force TEXT;
    -- What a person is asked about the hold, and what they said: shared/submission.ts, HoldQuestion.
    ALTER TABLE submissions ADD COLUMN hold_question TEXT;
    ALTER TABLE submissions ADD COLUMN hold_answer TEXT;
    CREATE INDEX submissions_open_asked ON submissions (workspace_id, hold_time_zone)
      WHERE hold_question IS NOT NULL AND hold_answer IS NULL;

    DROP VIEW submissions_in_full;
    CREATE VIEW submissions_in_full AS
      SELECT submissions.row, submissions.uid, submissions.id, submissions.workspace_id, submissions.state_code, submissions.state,
        submissions.candidate_name, submissions.phone_number, submissions.resume_url,
        coalesce(submissions.job_uid, ${packedUuidSql('asked.value')}) AS job_uid,
        coalesce(submissions.job_description_id, asked.value) AS job_description_id,
        coalesce(submissions.questionnaire_template_id, questionnaire.value) AS questionnaire_template_id,
        ${unpackedUuidSql('submissions.idempotency_key')} AS idempotency_key,
        submissions.attempts, submissions.send_after, submissions.problem, submissions.request_id,
        submissions.previous_submission_id, submissions.revision, submissions.created_at, submissions.updated_at,
        submissions.not_before, submissions.time_zone, submissions.any_hour, submissions.hours_waived_until,
        submissions.hold_until, submissions.hold_time_zone, submissions.hold_question, submissions.hold_answer,
        submissions.hours_in_force, submissions.consent_at, submissions.consent_wording
      FROM submissions
      LEFT JOIN tracked ON tracked.row = submissions.row
      LEFT JOIN facets AS asked ON asked.code = tracked.job
      LEFT JOIN facets AS questionnaire ON questionnaire.code = tracked.questionnaire;
  `,
};
