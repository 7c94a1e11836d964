import { packedUuidSql, unpackedUuidSql } from '../packed-uuid.ts';
import type { Migration } from './migration.ts';

/** Sends are noted in a daybook as they happen, and carried over to everything else many at a time. */
export const daybook: Migration = {
  version: 13,
  sql: `
    -- Submissions that are marked as sending, or were accepted since, and stand elsewhere as they were before that: who
    -- reads them there carries this over first. Times are UTC ms.
    CREATE TABLE daybook (
      row INTEGER PRIMARY KEY REFERENCES submissions (row),
      -- The submission's from here on.
      revision INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      marked_at INTEGER NOT NULL,
      -- What its history will say of that, a code of phrases; null where it says it already.
      mark_phrase INTEGER,
      -- Of the request, once the service accepted it.
      workspace INTEGER,
      request_id TEXT,
      status TEXT,
      accepted_at INTEGER,
      accept_phrase INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX daybook_by_request ON daybook (workspace, request_id) WHERE request_id IS NOT NULL;

    -- Those that were noted in the way of version 12: their submissions are stored as accepted, and their histories say so.
    INSERT INTO daybook (row, revision, attempts, marked_at, workspace, request_id, status, accepted_at)
      SELECT noted.row, revision, attempts, accepted_at, noted.workspace, request_id, status.value, accepted_at
      FROM newly_accepted AS noted
      JOIN submissions ON submissions.row = noted.row
      JOIN facets AS status ON status.code = noted.status;
    UPDATE submissions
      SET job_uid = ${packedUuidSql('asked.value')}, questionnaire_template_id = questionnaire.value
      FROM newly_accepted AS noted
      JOIN facets AS asked ON asked.code = noted.job
      JOIN facets AS questionnaire ON questionnaire.code = noted.questionnaire
      WHERE noted.row = submissions.row;
    DELETE FROM request_ids WHERE (workspace, request_id) IN (SELECT workspace, request_id FROM daybook);

    DROP VIEW submissions_in_full;
    DROP TABLE newly_accepted;
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
      LEFT JOIN facets AS asked ON asked.code = tracked.job
      LEFT JOIN facets AS questionnaire ON questionnaire.code = tracked.questionnaire;
  `,
};
