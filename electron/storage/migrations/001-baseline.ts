import type { Migration } from './migration.ts';

/** The schema that the first release begins with. Times are UTC ms; ids are those that the app and the service use. */
export const baseline: Migration = {
  // Versions up to 18 were development's own: such a database is put aside.
  version: 19,
  sql: `
    CREATE TABLE workspaces (
      id TEXT PRIMARY KEY,
      -- A small number for a workspace: its id is long, and stands in every index.
      number INTEGER,
      name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('practice', 'service')),
      base_url TEXT NOT NULL,
      auth_url TEXT NOT NULL,
      client_id TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX workspaces_by_number ON workspaces (number);
    CREATE TRIGGER workspace_numbered AFTER INSERT ON workspaces BEGIN
      UPDATE workspaces SET number = (SELECT coalesce(max(number), 0) + 1 FROM workspaces) WHERE id = NEW.id;
    END;

    -- Sealed by the operating system's key store. A value that cannot be opened is kept beside its successor.
    CREATE TABLE secrets (
      id INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      name TEXT NOT NULL,
      sealed BLOB NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX secrets_by_name ON secrets (workspace_id, name, id);
    CREATE TABLE proxy_secrets (
      id INTEGER PRIMARY KEY,
      -- host:port
      proxy TEXT NOT NULL,
      name TEXT NOT NULL,
      sealed BLOB NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX proxy_secrets_by_name ON proxy_secrets (proxy, name, id);

    -- What the recruiter asked for (shared/submission.ts).
    CREATE TABLE submissions (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      state TEXT NOT NULL CHECK (state IN ('draft', 'queued', 'connecting', 'sending', 'accepted', 'rejected',
                                           'held', 'unconfirmed', 'discarded')),
      candidate_name TEXT NOT NULL,
      phone_number TEXT NOT NULL,
      resume_url TEXT NOT NULL,
      job_description_id TEXT NOT NULL,
      questionnaire_template_id TEXT NOT NULL,
      idempotency_key TEXT NOT NULL UNIQUE,
      attempts INTEGER NOT NULL,
      send_after INTEGER NOT NULL,
      -- The time that a person chose.
      not_before INTEGER,
      time_zone TEXT,
      any_hour INTEGER NOT NULL DEFAULT 0 CHECK (any_hour IN (0, 1)),
      hours_waived_until INTEGER,
      -- Calling hours that hold it, and what a person is asked about the hold, and what they said.
      hold_until INTEGER,
      hold_time_zone TEXT,
      hold_question TEXT,
      hold_answer TEXT,
      -- JSON: the calling hours that held it; null: there were none.
      hours_in_force TEXT,
      consent_at INTEGER,
      consent_wording TEXT,
      -- JSON: SubmissionProblem.
      problem TEXT,
      request_id TEXT,
      previous_submission_id TEXT REFERENCES submissions (id),
      -- When it may have reached the service last, and of how many sends; null where nothing of it can have.
      may_have_reached_at INTEGER,
      may_have_reached_times INTEGER,
      revision INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    -- The outbox is small beside the history: index it alone.
    CREATE INDEX submissions_open ON submissions (workspace_id, state, send_after, created_at)
      WHERE state NOT IN ('accepted', 'discarded');
    CREATE INDEX submissions_open_asked ON submissions (workspace_id, hold_time_zone)
      WHERE hold_question IS NOT NULL AND hold_answer IS NULL;
    CREATE INDEX submissions_by_phone ON submissions (phone_number);
    CREATE INDEX submissions_by_previous ON submissions (previous_submission_id)
      WHERE previous_submission_id IS NOT NULL;

    -- What happened to a submission and to the request it became; append-only.
    CREATE TABLE history (
      row INTEGER NOT NULL REFERENCES submissions (row) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      at INTEGER NOT NULL,
      -- shared/history-event.ts has the codes and their values.
      code TEXT NOT NULL,
      -- JSON; null for a code without values.
      values_json TEXT CHECK (json_valid(values_json)),
      PRIMARY KEY (row, ordinal)
    ) STRICT, WITHOUT ROWID;

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
      -- JSON: RequestProblem.
      problem TEXT,
      accepted_at INTEGER NOT NULL,
      refreshed_at INTEGER,
      changed_at INTEGER NOT NULL,
      completed_at INTEGER,
      -- null: finished, refreshed by hand only
      next_refresh_at INTEGER,
      refresh_failures INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX tracked_due ON tracked (workspace, next_refresh_at) WHERE next_refresh_at IS NOT NULL;
    CREATE INDEX tracked_unfinished ON tracked (workspace) WHERE completed_at IS NULL;
    CREATE INDEX tracked_archived ON tracked (workspace) WHERE archived = 1;
    -- An order of the grid each; what is equal stands in the order of the rows.
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

    CREATE TABLE request_ids (
      workspace INTEGER NOT NULL,
      request_id TEXT NOT NULL,
      row INTEGER NOT NULL,
      PRIMARY KEY (workspace, request_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER tracked_nameless AFTER DELETE ON tracked BEGIN
      DELETE FROM request_ids WHERE workspace = OLD.workspace AND row = OLD.row
        AND request_id = (SELECT request_id FROM submissions WHERE submissions.row = OLD.row);
    END;

    -- How many requests share all that can be filtered by: what a filter finds is counted without looking at any.
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
      PRIMARY KEY (workspace, status, call_status, job, questionnaire, verdict, archived, unseen, has_results,
        has_problem)
    ) STRICT, WITHOUT ROWID;
    ${countTriggers()}

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
      bytes BLOB NOT NULL,
      retired INTEGER NOT NULL DEFAULT 0
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
      -- Where a value stands in the order: values of one scale by themselves, others as they were sent; null without one.
      place ANY,
      PRIMARY KEY (row, pin)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pinned_values_by_value ON pinned_values (pin, value);
    CREATE INDEX pinned_values_in_order ON pinned_values (pin, place);

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

    -- The recruiter's own labels for ids of job descriptions and questionnaires.
    CREATE TABLE library (
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      kind TEXT NOT NULL CHECK (kind IN ('job_description', 'questionnaire')),
      service_id TEXT NOT NULL,
      name TEXT NOT NULL,
      note TEXT NOT NULL,
      default_questionnaire_id TEXT,
      -- JSON: a list of DescribedField.
      fields TEXT NOT NULL DEFAULT '[]',
      archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
      last_used_at INTEGER,
      PRIMARY KEY (workspace_id, kind, service_id)
    ) STRICT;

    -- JSON: WorkspaceRules.
    CREATE TABLE workspace_rules (
      workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
      rules TEXT NOT NULL
    ) STRICT;
    -- The wait that a service asked the whole queue for.
    CREATE TABLE queue_waits (
      workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
      asked_at INTEGER NOT NULL,
      until INTEGER NOT NULL
    ) STRICT;
    -- Services that close connections unannounced: the address without a path, and when one was last closed.
    CREATE TABLE connection_reuse (
      origin TEXT PRIMARY KEY,
      learned_at INTEGER NOT NULL
    ) STRICT;

    -- Files with candidates, and what became of each row.
    CREATE TABLE imports (
      id TEXT PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      -- '': its own name told who was in it.
      name TEXT NOT NULL,
      digest TEXT NOT NULL,
      headers TEXT NOT NULL,
      row_count INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      -- null: queueing has not come to its end
      finished_at INTEGER
    ) STRICT;
    CREATE INDEX imports_by_created ON imports (workspace_id, created_at);
    CREATE INDEX imports_by_digest ON imports (workspace_id, digest, created_at);
    CREATE TABLE import_rows (
      import_id TEXT NOT NULL REFERENCES imports (id),
      row_number INTEGER NOT NULL,
      cells TEXT NOT NULL,
      problem TEXT,
      submission_id TEXT REFERENCES submissions (id),
      erased INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (import_id, row_number)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX import_rows_by_submission ON import_rows (submission_id) WHERE submission_id IS NOT NULL;
    CREATE TABLE import_columns (
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      header_key TEXT NOT NULL,
      columns TEXT NOT NULL,
      used_at INTEGER NOT NULL,
      PRIMARY KEY (workspace_id, header_key)
    ) STRICT, WITHOUT ROWID;

    -- What a person is told of by a notification.
    CREATE TABLE notices (
      id INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      kind TEXT NOT NULL CHECK (kind IN ('completed', 'rejected', 'unconfirmed', 'held', 'signed_out')),
      -- Null for what is about a workspace.
      submission_id TEXT REFERENCES submissions (id) ON DELETE CASCADE,
      occurrence INTEGER NOT NULL,
      at INTEGER NOT NULL,
      -- Told, or not to be told any more; null until then.
      settled_at INTEGER,
      UNIQUE (submission_id, kind, occurrence)
    ) STRICT;
    CREATE INDEX notices_untold ON notices (at) WHERE settled_at IS NULL;
    CREATE INDEX notices_by_kind ON notices (kind, at);

    -- Erasures, carried through also after a restart, and their receipts.
    CREATE TABLE erasures (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('person', 'retention')),
      -- null: all workspaces
      workspace_id TEXT REFERENCES workspaces (id),
      days INTEGER,
      begun_at INTEGER NOT NULL,
      finished_at INTEGER,
      stage TEXT NOT NULL,
      cursor INTEGER NOT NULL DEFAULT 0,
      -- JSON: names and numbers to take out of other texts; null once that is done
      subject TEXT,
      requests INTEGER NOT NULL DEFAULT 0,
      submissions INTEGER NOT NULL DEFAULT 0,
      notes INTEGER NOT NULL DEFAULT 0,
      import_rows INTEGER NOT NULL DEFAULT 0,
      mentions INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE TABLE erasure_items (
      erasure TEXT NOT NULL REFERENCES erasures (id),
      row INTEGER NOT NULL,
      done INTEGER NOT NULL DEFAULT 0,
      request_id TEXT,
      idempotency_key TEXT,
      PRIMARY KEY (erasure, row)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE erasure_import_rows (
      erasure TEXT NOT NULL REFERENCES erasures (id),
      import_id TEXT NOT NULL,
      row_number INTEGER NOT NULL,
      PRIMARY KEY (erasure, import_id, row_number)
    ) STRICT, WITHOUT ROWID;

    -- A row that moved to another workspace would be sent to that one's service.
    ${['submissions.workspace_id', 'tracked.workspace', 'imports.workspace_id'].map(writtenOnce).join('')}

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
  `,
};

function countTriggers(): string {
  const columns = `workspace, status, call_status, job, questionnaire, verdict, archived, unseen, has_results,
    has_problem`;
  const of = (row: 'OLD' | 'NEW'): string => columns.replaceAll(/\w+/g, `${row}.$&`);
  const add = `INSERT INTO request_counts (${columns}, n) VALUES (${of('NEW')}, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;`;
  const take = `UPDATE request_counts SET n = n - 1 WHERE (${columns}) = (${of('OLD')});
    DELETE FROM request_counts WHERE (${columns}) = (${of('OLD')}) AND n = 0;`;
  return `
    CREATE TRIGGER tracked_counted AFTER INSERT ON tracked BEGIN ${add} END;
    CREATE TRIGGER tracked_recounted AFTER UPDATE OF ${columns} ON tracked
      WHEN (${of('OLD')}) <> (${of('NEW')}) BEGIN ${take} ${add} END;
    CREATE TRIGGER tracked_uncounted AFTER DELETE ON tracked BEGIN ${take} END;`;
}

function writtenOnce(place: string): string {
  const [table, column] = place.split('.');
  return `
    CREATE TRIGGER ${table}_workspace_written_once BEFORE UPDATE OF ${column} ON ${table}
      WHEN NEW.${column} IS NOT OLD.${column}
      BEGIN SELECT RAISE(ABORT, 'the workspace of a row is written once'); END;`;
}
