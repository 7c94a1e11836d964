import type { DatabaseSync } from 'node:sqlite';
import { all, text } from '../operation.ts';
import { packedUuidSql, unpackedUuidSql } from '../packed-uuid.ts';
import type { Migration } from './migration.ts';

/** The states by the number that stands for each from this version on. */
const STATES = [
  'draft',
  'queued',
  'connecting',
  'sending',
  'accepted',
  'rejected',
  'held',
  'unconfirmed',
  'discarded',
];

/**
 * Less room for each request: its history lies in one row, what is known of it elsewhere is not stored again in its
 * submission, and indexes that only rare work needs are gone.
 */
export const compact: Migration = {
  version: 11,
  sql: `
    DROP VIEW requests;
    DROP VIEW screening_calls;
    DROP VIEW events;

    -- Append-only: what happened to a submission and to the request it became.
    CREATE TABLE histories (
      row INTEGER PRIMARY KEY REFERENCES submissions (row),
      -- When the first of it happened, UTC ms.
      began INTEGER NOT NULL,
      -- JSONB: for each event [ms since it began, or null for the same time as the one before, phrase, detail or none].
      said BLOB NOT NULL
    ) STRICT;
    INSERT INTO histories
      SELECT row, began, jsonb_group_array(
        iif(detail IS NULL, jsonb_array(since, phrase), jsonb_array(since, phrase, detail)) ORDER BY ordinal)
      FROM (
        SELECT row, ordinal, phrase, detail, first_value(at) OVER told AS began,
          nullif(at, lag(at, 1, at) OVER told) - first_value(at) OVER told AS since
        FROM history WINDOW told AS (PARTITION BY row ORDER BY ordinal))
      GROUP BY row;
    DROP TABLE history;

    -- Without an index by row: what goes with a request is found by its id.
    ALTER TABLE request_ids RENAME TO request_ids_before;
    DROP INDEX request_ids_by_row;
    CREATE TABLE request_ids (
      workspace INTEGER NOT NULL,
      request_id TEXT NOT NULL,
      row INTEGER NOT NULL,
      PRIMARY KEY (workspace, request_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO request_ids SELECT workspace, request_id, row FROM request_ids_before ORDER BY 1, 2;
    DROP TABLE request_ids_before;
  `,
  run(db) {
    loosenSubmissions(db);
    db.exec(INDEXES + VIEWS);
  },
};

const STATE_OF_CODE = `CASE state_code ${STATES.map((state, code) => `WHEN ${code} THEN '${state}'`).join(' ')} END`;
const CODE_OF_STATE = `CASE state ${STATES.map((state, code) => `WHEN '${state}' THEN ${code}`).join(' ')} END`;

/** The table anew from its own definition, with whatever columns and indexes it has, but for what is changed here. */
function loosenSubmissions(db: DatabaseSync): void {
  const made = all(
    db,
    `SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = 'submissions' AND sql IS NOT NULL
     ORDER BY type = 'index'`,
  ).map((row) => ({ type: text(row, 'type'), name: text(row, 'name'), sql: text(row, 'sql') }));
  const table = made.find(({ type }) => type === 'table')?.sql ?? '';
  db.exec(
    table
      .replace(/TABLE "?submissions"?/, 'TABLE submissions_loosened')
      .replace(
        'id TEXT NOT NULL UNIQUE',
        `uid ANY NOT NULL, id TEXT NOT NULL AS (${unpackedUuidSql('uid')}) VIRTUAL`,
      )
      .replace(
        /state TEXT NOT NULL CHECK \(state IN \([^)]*\)\)/,
        `state_code INTEGER NOT NULL CHECK (state_code BETWEEN 0 AND ${STATES.length - 1}),
         state TEXT NOT NULL AS (${STATE_OF_CODE}) VIRTUAL`,
      )
      .replace('idempotency_key TEXT NOT NULL UNIQUE', 'idempotency_key ANY NOT NULL')
      .replace(
        'job_description_id TEXT NOT NULL',
        `job_uid ANY, job_description_id TEXT AS (${unpackedUuidSql('job_uid')}) VIRTUAL`,
      )
      .replace('questionnaire_template_id TEXT NOT NULL', 'questionnaire_template_id TEXT'),
  );
  const columns = all(db, `SELECT name FROM pragma_table_info('submissions')`).map((row) =>
    text(row, 'name'),
  );
  const names = columns.map((name) => RENAMED[name] ?? name);
  const values = columns.map((name) => PACKED[name] ?? name);
  db.exec(`
    INSERT INTO submissions_loosened (${names.join(', ')}) SELECT ${values.join(', ')} FROM submissions;
    DROP TABLE submissions;
    ALTER TABLE submissions_loosened RENAME TO submissions;
  `);
  for (const { type, name, sql } of made) if (type !== 'table' && !LEFT_OUT.has(name)) db.exec(sql);
}

/** What is stored of these; under their own names it is read as text. */
const RENAMED: Readonly<Record<string, string>> = {
  id: 'uid',
  state: 'state_code',
  job_description_id: 'job_uid',
};

const unlessTracked = (column: string): string =>
  `iif(EXISTS (SELECT 1 FROM tracked WHERE tracked.row = submissions.row), NULL, ${column})`;

/** What is stored of a column from now on. */
const PACKED: Readonly<Record<string, string>> = {
  id: packedUuidSql('id'),
  state: CODE_OF_STATE,
  job_description_id: unlessTracked(packedUuidSql('job_description_id')),
  questionnaire_template_id: unlessTracked('questionnaire_template_id'),
  idempotency_key: packedUuidSql('idempotency_key'),
};

/** Made anew below, or used by nothing. */
const LEFT_OUT: ReadonlySet<string> = new Set(['submissions_by_created', 'submissions_by_phone']);

const INDEXES = `
  -- Job description and questionnaire stand in the tracked request.
  CREATE TRIGGER submission_tracked AFTER INSERT ON tracked BEGIN
    UPDATE submissions SET job_uid = NULL, questionnaire_template_id = NULL WHERE row = NEW.row;
  END;

  CREATE TRIGGER tracked_nameless AFTER DELETE ON tracked BEGIN
    DELETE FROM request_ids WHERE workspace = OLD.workspace AND row = OLD.row
      AND request_id = (SELECT request_id FROM submissions WHERE submissions.row = OLD.row);
  END;

  CREATE UNIQUE INDEX submissions_by_id ON submissions (id);
  -- A key is given once; of those that are done with, storage need not watch over it.
  CREATE UNIQUE INDEX submissions_by_key ON submissions (idempotency_key) WHERE state <> 'accepted';
  -- Workspaces are told apart in the row: few share a number.
  CREATE INDEX submissions_by_phone ON submissions (phone_number);
  -- What is filtered by within a range of days is looked up in the columns of numbers.
  DROP INDEX tracked_by_accepted;
  CREATE INDEX tracked_by_accepted ON tracked (workspace, accepted_at);
  -- A search looks into every part of the index: two of a size are merged, not four.
  INSERT INTO request_search (request_search, rank) VALUES ('automerge', 2);
`;

/** The same in full words, for questions that are asked rarely. */
const VIEWS = `
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

  CREATE VIEW requests AS
    SELECT tracked.row, workspaces.id AS workspace_id, submissions.request_id, submissions.id AS submission_id,
      status.value AS status, tracked.call_count, call_status.value AS last_call_status, tracked.has_results,
      tracked.problem, tracked.accepted_at, tracked.refreshed_at, tracked.changed_at, tracked.completed_at,
      tracked.next_refresh_at, tracked.refresh_failures
    FROM tracked
    JOIN submissions ON submissions.row = tracked.row
    JOIN workspaces ON workspaces.number = tracked.workspace
    JOIN facets AS status ON status.code = tracked.status
    LEFT JOIN facets AS call_status ON call_status.code = tracked.call_status;

  CREATE VIEW screening_calls AS
    SELECT workspaces.id AS workspace_id, call_rows.row AS request_row, submissions.request_id,
      submissions.id AS submission_id, call_rows.ordinal, call_rows.started_at, call_rows.duration_minutes,
      status.value AS status
    FROM call_rows
    JOIN tracked ON tracked.row = call_rows.row
    JOIN submissions ON submissions.row = call_rows.row
    JOIN workspaces ON workspaces.number = tracked.workspace
    LEFT JOIN facets AS status ON status.code = call_rows.status;

  CREATE VIEW history AS
    SELECT histories.row, event.key + 1 AS ordinal,
      histories.began + coalesce(
        (SELECT told.value ->> 0 FROM json_each(histories.said) AS told
         WHERE told.key <= event.key AND told.value ->> 0 IS NOT NULL ORDER BY told.key DESC LIMIT 1), 0) AS at,
      event.value ->> 1 AS phrase,
      -- null for an acceptance, too: there it is the id of the request
      event.value ->> 2 AS detail
    FROM histories, json_each(histories.said) AS event;

  CREATE VIEW events AS
    SELECT submissions.id AS submission_id, history.ordinal, history.at, phrases.kind, phrases.summary,
      coalesce(history.detail, iif(phrases.kind = 'accepted', 'Request ID ' || submissions.request_id, NULL))
        AS detail
    FROM submissions
    CROSS JOIN history ON history.row = submissions.row
    JOIN phrases ON phrases.code = history.phrase;
`;
