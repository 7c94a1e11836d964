import { packedUuidSql, unpackedUuidSql } from '../packed-uuid.ts';
import type { Migration } from './migration.ts';

/** That a submission may have reached the service is a fact of its own: it outlives every decision about it. */
export const mayHaveReached: Migration = {
  version: 16,
  sql: `
    -- When that was last so, UTC ms, and of how many sends; null where nothing of it can have reached the service.
    ALTER TABLE submissions ADD COLUMN may_have_reached_at INTEGER;
    ALTER TABLE submissions ADD COLUMN may_have_reached_times INTEGER;

    -- What its history says of it so far.
    CREATE TEMP TABLE reached AS
      SELECT history.row, max(history.at) AS at, count(*) AS times
      FROM history JOIN phrases ON phrases.code = history.phrase
      WHERE phrases.kind = 'unconfirmed' GROUP BY history.row;
    UPDATE submissions SET may_have_reached_at = reached.at, may_have_reached_times = reached.times
      FROM temp.reached WHERE reached.row = submissions.row;
    UPDATE submissions SET may_have_reached_at = updated_at, may_have_reached_times = 1
      WHERE state = 'unconfirmed' AND may_have_reached_at IS NULL;
    DROP TABLE temp.reached;

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
        submissions.hours_in_force, submissions.consent_at, submissions.consent_wording,
        submissions.may_have_reached_at, submissions.may_have_reached_times
      FROM submissions
      LEFT JOIN tracked ON tracked.row = submissions.row
      LEFT JOIN facets AS asked ON asked.code = tracked.job
      LEFT JOIN facets AS questionnaire ON questionnaire.code = tracked.questionnaire;
  `,
};
