import type { DatabaseSync } from 'node:sqlite';
import { all, text } from '../operation.ts';
import type { Migration } from './migration.ts';
import { carryOverHistory, carryOverRequests } from './tracked/carry-over.ts';

/**
 * Tracked requests for a hundred thousand of them: small rows and indexes (values that many requests share are
 * numbers), counts kept up to date, a search index, packed answers, and the recruiter's own marks.
 */
export const tracked: Migration = {
  version: 4,
  sql: `
    -- A small number for a workspace: its id is long, and stands in every index.
    ALTER TABLE workspaces ADD COLUMN number INTEGER;
    UPDATE workspaces SET number = rowid;
    CREATE UNIQUE INDEX workspaces_by_number ON workspaces (number);
    CREATE TRIGGER workspace_numbered AFTER INSERT ON workspaces BEGIN
      UPDATE workspaces SET number = (SELECT coalesce(max(number), 0) + 1 FROM workspaces) WHERE id = NEW.id;
    END;

    ALTER TABLE requests RENAME TO requests_before;
    ALTER TABLE events RENAME TO events_before;
    DROP INDEX requests_due;
    DROP INDEX requests_by_changed;
    DROP INDEX requests_by_accepted;
    DROP INDEX requests_by_status;

    -- Values that many requests share, by a number.
    CREATE TABLE facets (
      code INTEGER PRIMARY KEY,
      workspace INTEGER NOT NULL REFERENCES workspaces (number),
      kind TEXT NOT NULL CHECK (kind IN ('status', 'call_status', 'job_description', 'questionnaire', 'tag')),
      value TEXT NOT NULL,
      -- The Library's name for an id.
      name TEXT,
      -- Folded: of the name where there is one.
      sort_key TEXT NOT NULL,
      -- The folded words of name and value, each after a blank.
      words TEXT NOT NULL,
      UNIQUE (workspace, kind, value)
    ) STRICT;
    CREATE UNIQUE INDEX facets_in_order ON facets (workspace, kind, sort_key, code);

    -- One row per tracked request, with the number of its submission. Status and the like are codes of facets.
    CREATE TABLE tracked (
      row INTEGER PRIMARY KEY REFERENCES submissions (row),
      workspace INTEGER NOT NULL,
      status INTEGER NOT NULL,
      -- 0: no call, or one without a status
      call_status INTEGER NOT NULL DEFAULT 0,
      job INTEGER NOT NULL,
      questionnaire INTEGER NOT NULL,
      -- 0 none, 1 no, 2 maybe, 3 yes
      verdict INTEGER NOT NULL DEFAULT 0,
      archived INTEGER NOT NULL DEFAULT 0,
      unseen INTEGER NOT NULL DEFAULT 0,
      has_results INTEGER NOT NULL DEFAULT 0,
      has_problem INTEGER NOT NULL DEFAULT 0,
      call_count INTEGER NOT NULL DEFAULT 0,
      -- The candidate's name, folded.
      name_key TEXT NOT NULL,
      headline TEXT,
      -- The headline's rank, else its folded text.
      headline_key ANY,
      problem TEXT,
      accepted_at INTEGER NOT NULL,
      refreshed_at INTEGER,
      changed_at INTEGER NOT NULL,
      completed_at INTEGER,
      -- null: finished, refreshed by hand only
      next_refresh_at INTEGER,
      refresh_failures INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE request_ids (
      workspace INTEGER NOT NULL,
      request_id TEXT NOT NULL,
      row INTEGER NOT NULL REFERENCES tracked (row) ON DELETE CASCADE,
      PRIMARY KEY (workspace, request_id)
    ) STRICT, WITHOUT ROWID;

    -- What the service answered last, compressed with a dictionary made of earlier answers: they are much alike.
    CREATE TABLE answers (
      row INTEGER PRIMARY KEY REFERENCES tracked (row) ON DELETE CASCADE,
      dictionary INTEGER NOT NULL,
      packed BLOB NOT NULL
    ) STRICT;
    CREATE TABLE answer_dictionaries (
      id INTEGER PRIMARY KEY,
      workspace INTEGER NOT NULL,
      -- Answers that were packed when it was made: the next one is made when there are many more.
      made_at_count INTEGER NOT NULL,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE INDEX answer_dictionaries_by_workspace ON answer_dictionaries (workspace, id);

    CREATE TABLE notes (
      row INTEGER PRIMARY KEY REFERENCES tracked (row) ON DELETE CASCADE,
      text TEXT NOT NULL
    ) STRICT;

    -- tag: a code of facets.
    CREATE TABLE request_tags (
      row INTEGER NOT NULL REFERENCES tracked (row) ON DELETE CASCADE,
      tag INTEGER NOT NULL,
      PRIMARY KEY (row, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX request_tags_by_tag ON request_tags (tag, row);

    CREATE TABLE call_rows (
      row INTEGER NOT NULL REFERENCES tracked (row) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      started_at INTEGER,
      duration_minutes REAL,
      -- A code of facets, 0 for none.
      status INTEGER NOT NULL,
      PRIMARY KEY (row, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE pins (
      pin INTEGER PRIMARY KEY,
      workspace INTEGER NOT NULL REFERENCES workspaces (number),
      path TEXT NOT NULL,
      label TEXT NOT NULL,
      kind TEXT NOT NULL,
      scale INTEGER,
      UNIQUE (workspace, path)
    ) STRICT;
    -- A row for every request of the workspace, so that one index gives the whole order.
    CREATE TABLE pinned_values (
      row INTEGER NOT NULL REFERENCES tracked (row) ON DELETE CASCADE,
      pin INTEGER NOT NULL REFERENCES pins (pin),
      -- A number, or a folded text (true and false among them); null where the result has no such field.
      value ANY,
      -- As JSON, where it is no number.
      shown TEXT,
      PRIMARY KEY (row, pin)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pinned_values_in_order ON pinned_values (pin, value);

    CREATE TABLE views (
      id TEXT PRIMARY KEY,
      workspace INTEGER NOT NULL REFERENCES workspaces (number),
      name TEXT NOT NULL,
      filter TEXT NOT NULL,
      sort TEXT NOT NULL,
      descending INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX views_by_created ON views (workspace, created_at);

    -- Words by request, without the text (search/search-document.ts says which words).
    CREATE VIRTUAL TABLE request_search USING fts5 (
      words, content = '', contentless_delete = 1, detail = none,
      tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
    );
    CREATE TRIGGER tracked_deleted AFTER DELETE ON tracked BEGIN
      DELETE FROM request_search WHERE rowid = OLD.row;
    END;

    -- A sentence of the history is stored once, however many requests it was said of.
    CREATE TABLE phrases (
      code INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      summary TEXT NOT NULL,
      UNIQUE (kind, summary)
    ) STRICT;
    -- Append-only: what happened to a submission and to the request it became.
    CREATE TABLE history (
      row INTEGER NOT NULL REFERENCES submissions (row),
      ordinal INTEGER NOT NULL,
      at INTEGER NOT NULL,
      phrase INTEGER NOT NULL REFERENCES phrases (code),
      -- null for an acceptance, too: there it is the id of the request
      detail TEXT,
      PRIMARY KEY (row, ordinal)
    ) STRICT, WITHOUT ROWID;
  `,
  run(db) {
    numberSubmissions(db);
    carryOverHistory(db);
    carryOverRequests(db);
    db.exec(`DROP TABLE events_before; DROP TABLE requests_before; ${INDEXES} ${COUNTS} ${VIEWS}`);
  },
};

/**
 * Gives submissions a number of their own that VACUUM never changes. The table is made anew from its own definition,
 * with whatever columns and indexes it has.
 */
function numberSubmissions(db: DatabaseSync): void {
  const made = all(
    db,
    `SELECT type, sql FROM sqlite_schema WHERE tbl_name = 'submissions' AND sql IS NOT NULL ORDER BY type = 'index'`,
  ).map((row) => ({ type: text(row, 'type'), sql: text(row, 'sql') }));
  const table = made.find(({ type }) => type === 'table')?.sql ?? '';
  const numbered = table
    .replace('TABLE submissions', 'TABLE submissions_numbered')
    .replace('id TEXT PRIMARY KEY', 'row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE');
  db.exec(numbered);
  db.exec(`
    INSERT INTO submissions_numbered SELECT rowid, * FROM submissions;
    DROP TABLE submissions;
    ALTER TABLE submissions_numbered RENAME TO submissions;
  `);
  for (const { type, sql } of made) if (type !== 'table') db.exec(sql);
}

/** An order of the grid each; what is equal stands in the order of the rows. */
const INDEXES = `
  CREATE INDEX tracked_due ON tracked (workspace, next_refresh_at) WHERE next_refresh_at IS NOT NULL;
  CREATE INDEX tracked_unfinished ON tracked (workspace) WHERE completed_at IS NULL;
  CREATE INDEX tracked_archived ON tracked (workspace) WHERE archived = 1;
  CREATE INDEX submissions_by_previous ON submissions (previous_submission_id)
    WHERE previous_submission_id IS NOT NULL;
  CREATE INDEX tracked_by_changed ON tracked (workspace, changed_at);
  CREATE INDEX tracked_by_name ON tracked (workspace, name_key);
  CREATE INDEX tracked_by_headline ON tracked (workspace, headline_key);
  CREATE INDEX tracked_by_calls ON tracked (workspace, call_count);
  CREATE INDEX tracked_by_verdict ON tracked (workspace, verdict);
  CREATE INDEX tracked_by_status ON tracked (workspace, status);
  CREATE INDEX tracked_by_job ON tracked (workspace, job);
  CREATE INDEX tracked_by_questionnaire ON tracked (workspace, questionnaire);
  -- With all that is filtered by: a range of days is counted in the index alone.
  CREATE INDEX tracked_by_accepted ON tracked (workspace, accepted_at, status, call_status, job, questionnaire,
    verdict, archived, unseen, has_results, has_problem);
  -- The requests behind one row of request_counts.
  CREATE INDEX tracked_by_facets ON tracked (workspace, status, call_status, job, questionnaire, verdict, archived,
    unseen, has_results, has_problem);
`;

const COUNTED = `workspace, status, call_status, job, questionnaire, verdict, archived, unseen, has_results,
  has_problem`;
const counted = (of: 'OLD' | 'NEW'): string => COUNTED.replaceAll(/\w+/g, `${of}.$&`);
const ADD_NEW = `INSERT INTO request_counts (${COUNTED}, n) VALUES (${counted('NEW')}, 1)
  ON CONFLICT DO UPDATE SET n = n + 1;`;
const TAKE_OLD = `UPDATE request_counts SET n = n - 1 WHERE (${COUNTED}) = (${counted('OLD')});
  DELETE FROM request_counts WHERE (${COUNTED}) = (${counted('OLD')}) AND n = 0;`;

/** How many requests share all that can be filtered by: what a filter finds is counted without looking at any. */
const COUNTS = `
  CREATE TABLE request_counts (
    workspace INTEGER NOT NULL,
    status INTEGER NOT NULL,
    call_status INTEGER NOT NULL,
    job INTEGER NOT NULL,
    questionnaire INTEGER NOT NULL,
    verdict INTEGER NOT NULL,
    archived INTEGER NOT NULL,
    unseen INTEGER NOT NULL,
    has_results INTEGER NOT NULL,
    has_problem INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (${COUNTED})
  ) STRICT, WITHOUT ROWID;
  INSERT INTO request_counts SELECT ${COUNTED}, count(*) FROM tracked GROUP BY ${COUNTED};
  CREATE TRIGGER tracked_counted AFTER INSERT ON tracked BEGIN ${ADD_NEW} END;
  CREATE TRIGGER tracked_recounted AFTER UPDATE OF ${COUNTED} ON tracked
    WHEN (${counted('OLD')}) <> (${counted('NEW')})
  BEGIN ${TAKE_OLD} ${ADD_NEW} END;
  CREATE TRIGGER tracked_uncounted AFTER DELETE ON tracked BEGIN ${TAKE_OLD} END;
`;

/** The same in full words, for questions that are asked rarely. */
const VIEWS = `
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

  CREATE VIEW events AS
    SELECT submissions.id AS submission_id, history.ordinal, history.at, phrases.kind, phrases.summary,
      coalesce(history.detail, iif(phrases.kind = 'accepted', 'Request ID ' || submissions.request_id, NULL))
        AS detail
    FROM history
    JOIN submissions ON submissions.row = history.row
    JOIN phrases ON phrases.code = history.phrase;
`;
