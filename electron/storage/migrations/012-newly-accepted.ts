import { packedUuidSql, unpackedUuidSql } from '../packed-uuid.ts';
import type { Migration } from './migration.ts';

/** Requests are noted with the outcome that names them, and tracked many at a time. */
export const newlyAccepted: Migration = {
  version: 12,
  sql: `
    -- Accepted, and not in the list yet. What of it is tracked stands here until then; status and the like are codes of
    -- facets, times UTC ms.
    CREATE TABLE newly_accepted (
      row INTEGER PRIMARY KEY REFERENCES submissions (row),
      workspace INTEGER NOT NULL,
      status INTEGER NOT NULL,
      job INTEGER NOT NULL,
      questionnaire INTEGER NOT NULL,
      accepted_at INTEGER NOT NULL,
      next_refresh_at INTEGER NOT NULL
    ) STRICT;

    -- As a rule they were emptied when the request was noted.
    DROP TRIGGER submission_tracked;
    CREATE TRIGGER submission_tracked AFTER INSERT ON tracked BEGIN
      UPDATE submissions SET job_uid = NULL, questionnaire_template_id = NULL
        WHERE row = NEW.row AND job_uid IS NOT NULL;
    END;

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
        submissions.hold_until, submissions.hold_time_zone, submissions.consent_at, submissions.consent_wording
      FROM submissions
      LEFT JOIN tracked ON tracked.row = submissions.row
      LEFT JOIN newly_accepted AS noted ON noted.row = submissions.row
      LEFT JOIN facets AS asked ON asked.code = coalesce(tracked.job, noted.job)
      LEFT JOIN facets AS questionnaire ON questionnaire.code = coalesce(tracked.questionnaire, noted.questionnaire);
  `,
};
