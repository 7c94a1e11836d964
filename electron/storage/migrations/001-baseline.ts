import type { Migration } from './index.ts';

/** The schema of the first release. Times are UTC ms; ids are those that the app and the service use. */
export const baseline: Migration = {
  // Versions up to 29 existed only during development; their databases are put aside.
  version: 30,
  sql: `
    CREATE TABLE workspaces (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('practice', 'service')),
      base_url TEXT NOT NULL,
      auth_url TEXT NOT NULL,
      issuer TEXT NOT NULL DEFAULT '',
      client_id TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT;

    -- Encrypted by the operating system's key store. A value that can't be decrypted stays beside its successor.
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
    CREATE TABLE app_secrets (
      id INTEGER PRIMARY KEY,
      part TEXT NOT NULL,
      name TEXT NOT NULL,
      sealed BLOB NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX app_secrets_by_name ON app_secrets (part, name, id);

    -- shared/submission.ts
    CREATE TABLE submissions (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      state TEXT NOT NULL CHECK (state IN ('draft', 'queued', 'connecting', 'sending', 'accepted', 'rejected',
                                           'held', 'unconfirmed', 'discarded')),
      candidate_name TEXT NOT NULL,
      -- Its folded words, each after a space; '' once it is accepted, as request_search has them then.
      name_words TEXT NOT NULL,
      phone_number TEXT NOT NULL,
      resume_url TEXT NOT NULL,
      job_description_id TEXT NOT NULL,
      questionnaire_template_id TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      send_after INTEGER NOT NULL,
      -- The time chosen by a person, or the day for which the notice rule lets it wait.
      not_before INTEGER,
      -- While it waits for that rule: the time chosen, or created_at if nobody chose one.
      wanted_at INTEGER,
      -- The candidate's time zone in which it was chosen; null: the person's own.
      not_before_time_zone TEXT,
      time_zone TEXT,
      any_hour INTEGER NOT NULL DEFAULT 0 CHECK (any_hour IN (0, 1)),
      hours_waived_until INTEGER,
      -- The hold by calling hours, the question to a person about it, and their answer.
      hold_until INTEGER,
      hold_time_zone TEXT,
      hold_holiday TEXT,
      hold_question TEXT,
      hold_answer TEXT,
      -- JSON: the calling hours that held it; null: none.
      hours_in_force TEXT,
      -- While a person edits it: its state once they leave the form.
      after_edit TEXT CHECK (after_edit IN ('held', 'queued', 'draft')),
      consent_at INTEGER,
      consent_wording TEXT,
      notice_on TEXT,
      -- JSON: SubmissionProblem.
      problem TEXT,
      -- Why it waits or was refused: the problem's code, the HTTP status, and what the service said without
      -- IDs, times, and the candidate's own name and number; or the time zones that a person chooses from.
      cause TEXT GENERATED ALWAYS AS (problem ->> '$.code' || ' ' || coalesce(problem ->> '$.httpStatus', '') || ' ' ||
        iif(problem ->> '$.code' IN ('accepted_without_id', 'accepted_with_known_id'), '',
          lower(replace(replace(coalesce(problem ->> '$.timeZones', problem ->> '$.alike', problem ->> '$.said.text', ''), candidate_name, ''), phone_number, '')))) VIRTUAL,
      request_id TEXT,
      -- Of a colleague's submission, it may be one that is not here, or not yet.
      previous_submission_id TEXT,
      -- When it last may have reached the service, and how many sends may have; null: none can have.
      may_have_reached_at INTEGER,
      may_have_reached_times INTEGER,
      -- The change of the team up to which its person was told of the colleagues' claims to its number; null: of none.
      team_seen INTEGER,
      revision INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    -- A partial index, because few submissions are in the outbox.
    CREATE INDEX submissions_open ON submissions (workspace_id, state, send_after, created_at)
      WHERE state NOT IN ('accepted', 'discarded');
    CREATE INDEX submissions_open_asked ON submissions (workspace_id, hold_time_zone)
      WHERE hold_question IS NOT NULL AND hold_answer IS NULL;
    -- A covering index for searching those that request_search doesn't have; in order of time, so that it grows at its end.
    CREATE INDEX submissions_unaccepted ON submissions (workspace_id, created_at, state, name_words, phone_number,
      job_description_id, questionnaire_template_id) WHERE state <> 'accepted';
    -- A covering index for grouping by cause.
    CREATE INDEX submissions_by_cause ON submissions (workspace_id, state, cause, updated_at, send_after, created_at)
      WHERE cause IS NOT NULL AND state NOT IN ('accepted', 'discarded');
    CREATE INDEX submissions_discarded ON submissions (workspace_id, updated_at) WHERE state = 'discarded';
    CREATE INDEX submissions_by_phone ON submissions (phone_number);
    CREATE INDEX submissions_by_previous ON submissions (previous_submission_id)
      WHERE previous_submission_id IS NOT NULL;

    -- Events of a submission and its request; append-only.
    CREATE TABLE history (
      row INTEGER NOT NULL REFERENCES submissions (row) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      at INTEGER NOT NULL,
      -- shared/history-event.ts has the codes and their values.
      code TEXT NOT NULL,
      -- JSON; null for a code without values.
      values_json TEXT CHECK (json_valid(values_json)),
      -- The login of the colleague on whose computer it happened; null: here.
      colleague TEXT,
      PRIMARY KEY (row, ordinal)
    ) STRICT, WITHOUT ROWID;

    -- Values that many requests share, with their names, sort keys and search words.
    CREATE TABLE facets (
      id INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      kind TEXT NOT NULL CHECK (kind IN ('status', 'call_status', 'job_description', 'questionnaire', 'tag')),
      value TEXT NOT NULL,
      -- The Library's name for an id.
      name TEXT,
      -- The folded name or, without one, value.
      sort_key TEXT NOT NULL,
      -- The folded words of name and value, each after a space.
      words TEXT NOT NULL,
      UNIQUE (workspace_id, kind, value)
    ) STRICT;
    CREATE UNIQUE INDEX facets_in_order ON facets (workspace_id, kind, sort_key, value);

    -- A recruiter's verdicts, in the sort order of the grid.
    CREATE TABLE verdicts (
      rank INTEGER PRIMARY KEY,
      value TEXT NOT NULL UNIQUE
    ) STRICT;
    INSERT INTO verdicts VALUES (0, 'none'), (1, 'no'), (2, 'maybe'), (3, 'yes');

    -- What became of candidates, in the sort order of the grid (shared/outcome.ts).
    CREATE TABLE outcomes (
      rank INTEGER PRIMARY KEY,
      value TEXT NOT NULL UNIQUE
    ) STRICT;
    INSERT INTO outcomes VALUES (0, 'waiting'), (1, 'calling'), (2, 'in_progress'), (3, 'other'), (4, 'failed'),
      (5, 'not_reached'), (6, 'completed'), (7, 'assessed');

    -- The request of an accepted submission, with the same row number.
    CREATE TABLE requests (
      row INTEGER PRIMARY KEY REFERENCES submissions (row),
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      request_id TEXT NOT NULL,
      -- The service's status, and the ids of the submission; each is also a facet.
      status TEXT NOT NULL,
      -- Of the last call; '' without a call, or if it has no status.
      call_status TEXT NOT NULL DEFAULT '',
      -- Derived from status, calls and results, and written with them; a number, because three indexes have it.
      outcome INTEGER NOT NULL DEFAULT 0 CHECK (outcome BETWEEN 0 AND 7) REFERENCES outcomes (rank),
      -- Calls that didn't reach the candidate; 0 for all outcomes but not_reached.
      tries INTEGER NOT NULL DEFAULT 0,
      job_description_id TEXT NOT NULL,
      questionnaire_template_id TEXT NOT NULL,
      verdict TEXT NOT NULL DEFAULT 'none' REFERENCES verdicts (value),
      archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1)),
      unseen INTEGER NOT NULL DEFAULT 0 CHECK (unseen IN (0, 1)),
      has_results INTEGER NOT NULL DEFAULT 0 CHECK (has_results IN (0, 1)),
      -- Whether results of it could ever be seen, also if they are covered now (covering.ts).
      results_shown INTEGER NOT NULL DEFAULT 0 CHECK (results_shown IN (0, 1)),
      has_problem INTEGER NOT NULL DEFAULT 0 CHECK (has_problem IN (0, 1)),
      call_count INTEGER NOT NULL DEFAULT 0,
      -- The candidate's name, folded.
      name_key TEXT NOT NULL,
      headline TEXT,
      -- The headline's position on its scale or, without one, its folded text.
      headline_key TEXT,
      -- JSON: RequestProblem.
      problem TEXT,
      accepted_at INTEGER NOT NULL,
      refreshed_at INTEGER,
      changed_at INTEGER NOT NULL,
      completed_at INTEGER,
      -- null: finished, refreshed by hand only
      next_refresh_at INTEGER,
      refresh_failures INTEGER NOT NULL DEFAULT 0,
      -- The role of the colleague who made it (team_colleagues); null: made here.
      colleague TEXT
    ) STRICT;
    CREATE UNIQUE INDEX requests_by_id ON requests (request_id, workspace_id);
    CREATE INDEX requests_due ON requests (workspace_id, next_refresh_at) WHERE next_refresh_at IS NOT NULL;
    CREATE INDEX requests_unfinished ON requests (workspace_id) WHERE completed_at IS NULL;
    CREATE INDEX requests_never_shown ON requests (workspace_id) WHERE has_results = 1 AND results_shown = 0;
    CREATE INDEX requests_archived ON requests (workspace_id) WHERE archived = 1;
    -- One for each sort order of the grid, over all workspaces; ties are in row order.
    CREATE INDEX requests_by_changed ON requests (changed_at);
    CREATE INDEX requests_by_name ON requests (name_key);
    CREATE INDEX requests_by_headline ON requests (headline_key);
    CREATE INDEX requests_by_calls ON requests (call_count);
    CREATE INDEX requests_by_verdict ON requests (verdict);
    CREATE INDEX requests_by_outcome ON requests (outcome);
    CREATE INDEX requests_by_status ON requests (status);
    CREATE INDEX requests_by_job ON requests (job_description_id);
    CREATE INDEX requests_by_questionnaire ON requests (questionnaire_template_id);
    -- A covering index for counting a range of days by any filter except the job, whose ids are long.
    CREATE INDEX requests_by_accepted ON requests (workspace_id, accepted_at, archived, status, call_status,
      questionnaire_template_id, verdict, unseen, has_results, has_problem, outcome, colleague);
    CREATE TRIGGER request_deleted AFTER DELETE ON requests BEGIN
      DELETE FROM request_search WHERE rowid = OLD.row;
    END;

    -- The number of requests for each combination of filterable values, to count matches without reading requests.
    CREATE TABLE request_counts (
      workspace_id TEXT NOT NULL,
      status TEXT NOT NULL,
      call_status TEXT NOT NULL,
      job_description_id TEXT NOT NULL,
      questionnaire_template_id TEXT NOT NULL,
      verdict TEXT NOT NULL,
      archived INTEGER NOT NULL,
      unseen INTEGER NOT NULL,
      has_results INTEGER NOT NULL,
      has_problem INTEGER NOT NULL,
      outcome INTEGER NOT NULL,
      -- '': made here.
      colleague TEXT NOT NULL,
      n INTEGER NOT NULL,
      PRIMARY KEY (workspace_id, status, call_status, job_description_id, questionnaire_template_id, verdict, archived,
        unseen, has_results, has_problem, outcome, colleague)
    ) STRICT, WITHOUT ROWID;
    ${countTriggers()}

    -- The service's last answer, verbatim: in zlib format (RFC 1950), which sqlar_uncompress(answer, size) reads, or
    -- uncompressed if that isn't longer.
    CREATE TABLE answers (
      row INTEGER PRIMARY KEY REFERENCES requests (row) ON DELETE CASCADE,
      -- The uncompressed size in bytes (UTF-8).
      size INTEGER NOT NULL,
      answer BLOB NOT NULL
    ) STRICT;

    CREATE TABLE notes (
      row INTEGER PRIMARY KEY REFERENCES requests (row) ON DELETE CASCADE,
      text TEXT NOT NULL
    ) STRICT;

    -- The first verdict with a reason: from then on, nothing of the request is covered. Its reason is in the history.
    CREATE TABLE first_verdicts (
      row INTEGER PRIMARY KEY REFERENCES requests (row) ON DELETE CASCADE,
      verdict TEXT NOT NULL REFERENCES verdicts (value),
      at INTEGER NOT NULL,
      given_by TEXT NOT NULL,
      -- Whether results could be seen when it was given, or before that.
      seen INTEGER NOT NULL CHECK (seen IN (0, 1)),
      -- Whether they were covered when it was given.
      covered INTEGER NOT NULL CHECK (covered IN (0, 1))
    ) STRICT;

    CREATE TABLE request_tags (
      workspace_id TEXT NOT NULL,
      tag TEXT NOT NULL,
      row INTEGER NOT NULL REFERENCES requests (row) ON DELETE CASCADE,
      PRIMARY KEY (workspace_id, tag, row)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX request_tags_by_row ON request_tags (row);

    CREATE TABLE screening_calls (
      row INTEGER NOT NULL REFERENCES requests (row) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      started_at INTEGER,
      duration_minutes REAL,
      status TEXT,
      PRIMARY KEY (row, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE pins (
      pin INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      path TEXT NOT NULL,
      label TEXT NOT NULL,
      kind TEXT NOT NULL,
      -- filling: not all results have been read for it; removing: no longer a column, and its values are being deleted.
      state TEXT NOT NULL DEFAULT 'filling' CHECK (state IN ('filling', 'shown', 'removing'))
    ) STRICT;
    CREATE UNIQUE INDEX pins_by_path ON pins (workspace_id, path) WHERE state <> 'removing';
    -- The progress of reading a workspace's results for pinned and described fields; no row when done.
    CREATE TABLE results_to_read (
      workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
      -- Counts down from the latest request, which people look at first.
      before_row INTEGER NOT NULL,
      requests_read INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    -- A shown pin has a row for every request of the workspace, so that one index gives the complete order.
    CREATE TABLE pinned_values (
      row INTEGER NOT NULL REFERENCES requests (row) ON DELETE CASCADE,
      pin INTEGER NOT NULL REFERENCES pins (pin),
      -- A number or a folded text (also for true and false); null if the result has no such field.
      value ANY,
      -- The original as JSON; null for a number.
      shown TEXT,
      -- The sort key: groups values by scale, and is otherwise the value; null without a value.
      place ANY,
      PRIMARY KEY (row, pin)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX pinned_values_by_value ON pinned_values (pin, value);
    CREATE INDEX pinned_values_in_order ON pinned_values (pin, place);

    CREATE TABLE views (
      id TEXT PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      name TEXT NOT NULL,
      filter TEXT NOT NULL,
      sort TEXT NOT NULL,
      descending INTEGER NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX views_by_created ON views (workspace_id, created_at);

    -- An index of words without the texts (requests/search.ts defines the words).
    CREATE VIRTUAL TABLE request_search USING fts5 (
      words, content = '', contentless_delete = 1, detail = none,
      tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
    );

    -- The recruiter's labels for ids of job descriptions and questionnaires.
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
      -- A questionnaire's results are never again asked about for a score.
      score_declined INTEGER NOT NULL DEFAULT 0 CHECK (score_declined IN (0, 1)),
      last_used_at INTEGER,
      PRIMARY KEY (workspace_id, kind, service_id)
    ) STRICT;

    -- What the stored columns of a workspace's results go by, of what the organisation's policy describes.
    CREATE TABLE policy_descriptions (
      workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
      -- Of everything that the policy described then.
      digest TEXT NOT NULL,
      -- JSON: pairs of a questionnaire's ID and a list of DescribedField.
      described TEXT NOT NULL
    ) STRICT;

    -- JSON: WorkspaceRules.
    CREATE TABLE workspace_rules (
      workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
      rules TEXT NOT NULL
    ) STRICT;
    -- How long a service asked to wait with all sends of a workspace, or with all its reads.
    CREATE TABLE service_waits (
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      lane TEXT NOT NULL CHECK (lane IN ('sends', 'reads')),
      asked_at INTEGER NOT NULL,
      until INTEGER NOT NULL,
      PRIMARY KEY (workspace_id, lane)
    ) STRICT;
    -- Services that close idle connections unannounced: the origin, and when one was last closed.
    CREATE TABLE connection_reuse (
      origin TEXT PRIMARY KEY,
      learned_at INTEGER NOT NULL
    ) STRICT;

    -- The team database of a workspace (team/schema.sql), and how far this computer has read it.
    CREATE TABLE teams (
      workspace_id TEXT PRIMARY KEY REFERENCES workspaces (id),
      -- JSON: TeamConnection (shared/team.ts).
      connection TEXT NOT NULL,
      -- The UUID by which the team knows this workspace on this computer.
      computer_id TEXT NOT NULL,
      joined_at INTEGER NOT NULL,
      -- Null until the first connection. After another generation, nothing is sent before a person decided.
      generation TEXT,
      -- The key of the team's hashes. Null until the first connection to this place; a generation is another place's then.
      hash_key BLOB,
      -- The last change that was read.
      seen INTEGER NOT NULL DEFAULT 0,
      -- The last entry of the team's claim_log that is known here, with its token.
      log_change INTEGER,
      log_token TEXT,
      -- 1 within a transaction that stores what the team has: it isn't to be sent back.
      applying INTEGER NOT NULL DEFAULT 0 CHECK (applying IN (0, 1)),
      -- The generation that was told all there is to tell; null: none.
      told_generation TEXT,
      -- Whether what was here before joining is the team's, too.
      shares_history INTEGER NOT NULL DEFAULT 0 CHECK (shares_history IN (0, 1)),
      -- While everything is being marked as pending: all rows of submissions before this one are yet to be.
      mark_before INTEGER
    ) STRICT;
    -- The people of a workspace's team, by the role with which they sign in to its database.
    CREATE TABLE team_colleagues (
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      login TEXT NOT NULL,
      person TEXT NOT NULL,
      seen_at INTEGER NOT NULL,
      PRIMARY KEY (workspace_id, login)
    ) STRICT, WITHOUT ROWID;
    -- The claims of colleagues to telephones, as last read.
    CREATE TABLE team_claims (
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      call_key TEXT NOT NULL,
      submission_id TEXT NOT NULL,
      person TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('claimed', 'unclear', 'accepted', 'reached', 'free')),
      at INTEGER NOT NULL,
      candidate_name TEXT NOT NULL,
      job_description_id TEXT NOT NULL,
      -- The change of the team that made it; 0 if that was in another database than the present one.
      change INTEGER NOT NULL,
      PRIMARY KEY (workspace_id, call_key)
    ) STRICT, WITHOUT ROWID;
    -- What changed here and isn't in the team database yet: only which; what it says is read when it is sent.
    CREATE TABLE team_pending (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      UNIQUE (workspace_id, kind, key) ON CONFLICT REPLACE
    ) STRICT;
    -- The verdict and the note that a colleague gave a request.
    CREATE TABLE colleague_marks (
      row INTEGER NOT NULL REFERENCES requests (row) ON DELETE CASCADE,
      login TEXT NOT NULL,
      verdict TEXT NOT NULL DEFAULT 'none' REFERENCES verdicts (value),
      verdict_at INTEGER,
      reason TEXT NOT NULL DEFAULT '',
      note TEXT NOT NULL DEFAULT '',
      note_at INTEGER,
      PRIMARY KEY (row, login)
    ) STRICT, WITHOUT ROWID;

    -- What was done, as chains of hashes (storage/evidence): append-only, and without personal data. A chain belongs to this
    -- installation or to one whose backup was restored here; with its last entry.
    CREATE TABLE evidence_chains (
      chain INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      own INTEGER NOT NULL CHECK (own IN (0, 1)),
      seq INTEGER NOT NULL,
      at INTEGER NOT NULL,
      hash BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX evidence_chains_own ON evidence_chains (own) WHERE own = 1;
    -- What entries say, as JSON: codes and numbers, which many share.
    CREATE TABLE evidence_facts (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      facts TEXT NOT NULL CHECK (json_valid(facts)),
      UNIQUE (kind, facts)
    ) STRICT;
    -- Salted hashes of the submissions that entries are about.
    CREATE TABLE evidence_subjects (
      id INTEGER PRIMARY KEY,
      hash BLOB NOT NULL
    ) STRICT;
    CREATE TABLE evidence (
      chain INTEGER NOT NULL REFERENCES evidence_chains (chain),
      seq INTEGER NOT NULL,
      at INTEGER NOT NULL,
      facts INTEGER NOT NULL REFERENCES evidence_facts (id),
      -- Null if it is about no submission.
      subject INTEGER REFERENCES evidence_subjects (id),
      -- Salted hash of the personal data of the event; null if there is none.
      content BLOB,
      -- Only of each 64th entry: those between follow from it.
      hash BLOB CHECK ((hash IS NULL) = (seq % 64 <> 0)),
      PRIMARY KEY (chain, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX evidence_about_nobody ON evidence (chain, seq) WHERE subject IS NULL;
    ${appendOnly('evidence', 'chain = NEW.chain AND seq = NEW.seq')}
    ${appendOnly('evidence_facts', 'id = NEW.id OR kind = NEW.kind AND facts = NEW.facts')}
    ${appendOnly('evidence_subjects', 'id = NEW.id')}
    ${appendOnly('evidence_chains', 'chain = NEW.chain OR id = NEW.id OR own = 1 AND NEW.own = 1', 'NEW.chain <> OLD.chain OR NEW.id <> OLD.id OR NEW.own <> OLD.own OR NEW.seq <= OLD.seq')}
    -- Without its salt, nothing in the evidence can be matched with a submission any more.
    CREATE TABLE evidence_salts (
      row INTEGER PRIMARY KEY REFERENCES submissions (row) ON DELETE CASCADE,
      subject INTEGER NOT NULL REFERENCES evidence_subjects (id),
      salt BLOB NOT NULL
    ) STRICT;

    -- Keys with which numbers of erased persons are hashed, sealed as app secrets under the same id.
    CREATE TABLE do_not_call_keys (
      id TEXT PRIMARY KEY,
      created_at INTEGER NOT NULL
    ) STRICT;
    -- Numbers that nobody may call, from any workspace (shared/do-not-call.ts).
    CREATE TABLE do_not_call (
      id TEXT PRIMARY KEY,
      source TEXT NOT NULL CHECK (source IN ('person', 'policy')),
      -- The call key (shared/call-key.ts); null once its person was erased.
      number TEXT,
      -- HMAC-SHA256 of the call key with this key, only of an erased number.
      hash BLOB,
      key_id TEXT REFERENCES do_not_call_keys (id),
      reason TEXT NOT NULL,
      added_at INTEGER NOT NULL,
      added_by TEXT NOT NULL,
      lifted_at INTEGER,
      lifted_by TEXT,
      lifted_reason TEXT,
      -- The policy's list that has it, only of the policy's entries.
      policy_list TEXT,
      -- The workspace whose team has it from a colleague, '' once that was left; null: added here.
      team TEXT,
      -- Without a key of this computer, a team's entry has a hash by the key of the team.
      CHECK ((number IS NULL) = (hash IS NOT NULL) AND (hash IS NOT NULL OR key_id IS NULL)
        AND (hash IS NULL OR key_id IS NOT NULL OR team IS NOT NULL))
    ) STRICT;
    CREATE INDEX do_not_call_numbers ON do_not_call (number) WHERE lifted_at IS NULL AND number IS NOT NULL;
    CREATE INDEX do_not_call_hashes ON do_not_call (key_id, hash) WHERE lifted_at IS NULL AND hash IS NOT NULL;
    CREATE INDEX do_not_call_by_added ON do_not_call (added_at);
    -- The policy's list that was begun last. It is stored in pieces: all of it is there once it has a digest or a file.
    CREATE TABLE do_not_call_policy (
      one INTEGER PRIMARY KEY CHECK (one = 1),
      list TEXT NOT NULL,
      digest TEXT,
      -- Its file, once read in full.
      file TEXT
    ) STRICT;

    -- Imported files, and the outcome of each row.
    CREATE TABLE imports (
      id TEXT PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      -- '': erased, because it named a person.
      name TEXT NOT NULL,
      digest TEXT NOT NULL,
      headers TEXT NOT NULL,
      -- JSON: KeptColumns, whose cells become notes and tags of the requests.
      kept TEXT NOT NULL DEFAULT '{"notes":[],"tags":[]}',
      row_count INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      -- null: queueing isn't finished
      finished_at INTEGER
    ) STRICT;
    CREATE INDEX imports_by_created ON imports (workspace_id, created_at);
    CREATE INDEX imports_by_digest ON imports (workspace_id, digest, created_at);
    CREATE TABLE import_rows (
      import_id TEXT NOT NULL REFERENCES imports (id),
      row_number INTEGER NOT NULL,
      cells TEXT NOT NULL,
      -- JSON: RowProblem[], why it isn't queued; null for a queued row.
      problems TEXT CHECK (json_valid(problems)),
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

    -- Events to notify a person of.
    CREATE TABLE notices (
      id INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      kind TEXT NOT NULL CHECK (kind IN ('completed', 'rejected', 'unconfirmed', 'held', 'signed_out')),
      -- null: about a workspace
      submission_id TEXT REFERENCES submissions (id) ON DELETE CASCADE,
      occurrence INTEGER NOT NULL,
      at INTEGER NOT NULL,
      -- When the person was notified, or no longer needed to be; null until then.
      settled_at INTEGER,
      UNIQUE (submission_id, kind, occurrence)
    ) STRICT;
    CREATE INDEX notices_untold ON notices (at) WHERE settled_at IS NULL;
    CREATE INDEX notices_by_kind ON notices (kind, at);

    -- Persons whose data no retention erases (shared/holds.ts).
    CREATE TABLE holds (
      id TEXT PRIMARY KEY,
      -- The call key (shared/call-key.ts).
      number TEXT NOT NULL UNIQUE,
      -- '': only the number is known.
      name TEXT NOT NULL,
      reason TEXT NOT NULL,
      placed_at INTEGER NOT NULL,
      placed_by TEXT NOT NULL,
      -- As of do_not_call.
      team TEXT
    ) STRICT;
    CREATE INDEX holds_by_placed ON holds (placed_at);

    -- Erasures, which resume after a restart, and their receipts.
    CREATE TABLE erasures (
      id TEXT PRIMARY KEY,
      -- team: a colleague erased a person, or what was past its retention, for the team
      kind TEXT NOT NULL CHECK (kind IN ('person', 'retention', 'team')),
      -- null: all workspaces
      workspace_id TEXT REFERENCES workspaces (id),
      days INTEGER,
      begun_at INTEGER NOT NULL,
      finished_at INTEGER,
      stage TEXT NOT NULL,
      cursor INTEGER NOT NULL DEFAULT 0,
      -- JSON: names and numbers to remove from other texts; null when done
      subject TEXT,
      requests INTEGER NOT NULL DEFAULT 0,
      submissions INTEGER NOT NULL DEFAULT 0,
      notes INTEGER NOT NULL DEFAULT 0,
      import_rows INTEGER NOT NULL DEFAULT 0,
      mentions INTEGER NOT NULL DEFAULT 0,
      -- Entries of the do-not-call list, and numbers of which a hash was kept.
      listed_numbers INTEGER NOT NULL DEFAULT 0,
      blocked_numbers INTEGER NOT NULL DEFAULT 0,
      -- JSON: ids of the holds that kept it, until the person erased it nevertheless.
      holds TEXT NOT NULL DEFAULT '[]',
      -- The organisation's floor that a person was told of; null if nothing was younger.
      floor_days INTEGER
    ) STRICT;
    CREATE TABLE erasure_items (
      erasure TEXT NOT NULL REFERENCES erasures (id),
      row INTEGER NOT NULL,
      done INTEGER NOT NULL DEFAULT 0,
      request_id TEXT,
      submission_id TEXT,
      -- Of what was erased: where it was, and whether a colleague made it.
      workspace_id TEXT,
      of_colleague INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (erasure, row)
    ) STRICT, WITHOUT ROWID;
    -- The teams that are to erase it, too.
    CREATE TABLE erasure_teams (
      erasure TEXT NOT NULL REFERENCES erasures (id),
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      -- Null until its database was told.
      told_at INTEGER,
      -- 1: a hold keeps it there that nobody here knew of.
      held INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (erasure, workspace_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE erasure_import_rows (
      erasure TEXT NOT NULL REFERENCES erasures (id),
      import_id TEXT NOT NULL,
      row_number INTEGER NOT NULL,
      PRIMARY KEY (erasure, import_id, row_number)
    ) STRICT, WITHOUT ROWID;

    -- Tells a copy of this database from it: see electron/storage/copy-detection.ts. One row.
    CREATE TABLE data_folder (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      identity TEXT NOT NULL,
      -- How many changes of submissions were stored, and how many of them were marks.
      changes INTEGER NOT NULL,
      marks INTEGER NOT NULL,
      -- Where it was opened last: the computer, and the number and birth (UTC ms) of the file.
      machine TEXT NOT NULL,
      ino TEXT NOT NULL,
      born INTEGER NOT NULL
    ) STRICT;

    -- What the team is to learn of a submission's calls.
    CREATE TRIGGER submission_claim_changed AFTER UPDATE OF state ON submissions
      WHEN NEW.state <> OLD.state AND EXISTS (SELECT 1 FROM teams WHERE workspace_id = NEW.workspace_id AND applying = 0)
      BEGIN INSERT INTO team_pending (workspace_id, kind, key) VALUES (NEW.workspace_id, 'claim', NEW.id); END;

    -- What the team is to learn of a request: only the service's answers and what people did, not every attempt to read it.
    CREATE TRIGGER request_to_share AFTER INSERT ON requests
      WHEN EXISTS (SELECT 1 FROM teams WHERE workspace_id = NEW.workspace_id AND applying = 0)
      BEGIN INSERT INTO team_pending (workspace_id, kind, key) VALUES (NEW.workspace_id, 'request', NEW.request_id); END;
    CREATE TRIGGER request_to_share_again AFTER UPDATE OF refreshed_at, problem ON requests
      WHEN (NEW.refreshed_at IS NOT OLD.refreshed_at OR NEW.problem IS NOT OLD.problem)
        AND EXISTS (SELECT 1 FROM teams WHERE workspace_id = NEW.workspace_id AND applying = 0)
      BEGIN INSERT INTO team_pending (workspace_id, kind, key) VALUES (NEW.workspace_id, 'request', NEW.request_id); END;
    CREATE TRIGGER history_to_share AFTER INSERT ON history
      WHEN EXISTS (SELECT 1 FROM teams CROSS JOIN requests ON requests.row = NEW.row
        AND requests.workspace_id = teams.workspace_id WHERE applying = 0)
      BEGIN INSERT INTO team_pending (workspace_id, kind, key)
        SELECT workspace_id, 'request', request_id FROM requests WHERE row = NEW.row; END;

    -- What people say of a request. Each verdict has an event.
    CREATE TRIGGER verdict_to_share AFTER INSERT ON history
      ${pendingOfRequest('verdict', 'NEW.row', 'requests.request_id', "NEW.code = 'verdict_set' AND NEW.colleague IS NULL")}
    CREATE TRIGGER note_to_share AFTER INSERT ON notes ${pendingOfRequest('note', 'NEW.row', 'requests.request_id')}
    CREATE TRIGGER note_to_share_again AFTER UPDATE ON notes ${pendingOfRequest('note', 'NEW.row', 'requests.request_id')}
    CREATE TRIGGER note_to_remove AFTER DELETE ON notes ${pendingOfRequest('note', 'OLD.row', 'requests.request_id')}
    CREATE TRIGGER tag_to_share AFTER INSERT ON request_tags
      ${pendingOfRequest('tag', 'NEW.row', tagKey('NEW'))}
    CREATE TRIGGER tag_to_remove AFTER DELETE ON request_tags
      ${pendingOfRequest('tag', 'OLD.row', tagKey('OLD'))}

    -- What belongs to no workspace. What came from a team is told no other.
    CREATE TRIGGER do_not_call_to_share AFTER INSERT ON do_not_call
      ${pending('do_not_call', 'SELECT workspace_id, NEW.id AS key FROM teams WHERE applying = 0', "NEW.source = 'person' AND NEW.number IS NOT NULL AND NEW.team IS NULL")}
    CREATE TRIGGER do_not_call_to_lift AFTER UPDATE OF lifted_at ON do_not_call
      ${pending('do_not_call', `SELECT workspace_id, NEW.id AS key FROM teams WHERE applying = 0 AND ${isOf('NEW')}`, "NEW.source = 'person' AND NEW.lifted_at IS NOT OLD.lifted_at")}
    CREATE TRIGGER hold_to_share AFTER INSERT ON holds
      ${pending('hold', 'SELECT workspace_id, NEW.number AS key FROM teams WHERE applying = 0', 'NEW.team IS NULL')}
    CREATE TRIGGER hold_to_release AFTER DELETE ON holds
      ${pending('hold', `SELECT workspace_id, OLD.number AS key FROM teams WHERE applying = 0 AND ${isOf('OLD')}`)}

    -- The Library. An id that was only used has no label to share.
    CREATE TRIGGER library_to_share AFTER INSERT ON library
      ${pendingLabel('NEW', "(NEW.name, NEW.note, NEW.fields, NEW.archived) <> ('', '', '[]', 0) OR NEW.default_questionnaire_id IS NOT NULL")}
    CREATE TRIGGER library_to_share_again AFTER UPDATE ON library
      ${pendingLabel(
        'NEW',
        `(NEW.name, NEW.note, NEW.fields, NEW.archived, NEW.default_questionnaire_id)
        IS NOT (OLD.name, OLD.note, OLD.fields, OLD.archived, OLD.default_questionnaire_id)`,
      )}
    CREATE TRIGGER library_to_remove AFTER DELETE ON library ${pendingLabel('OLD')}

    -- A row moved to another workspace would be sent to the wrong service.
    ${['submissions.workspace_id', 'requests.workspace_id', 'imports.workspace_id'].map(writtenOnce).join('')}
  `,
};

/** REPLACE deletes the row that has the same key without a trigger (sqlite.org/lang_conflict.html), so it is refused before that. */
function appendOnly(table: string, sameKey: string, changes = 'true'): string {
  const refuse = "BEGIN SELECT RAISE(ABORT, 'evidence is append-only'); END;";
  return `
    CREATE TRIGGER ${table}_unchanged BEFORE UPDATE ON ${table} WHEN ${changes} ${refuse}
    CREATE TRIGGER ${table}_kept BEFORE DELETE ON ${table} ${refuse}
    CREATE TRIGGER ${table}_not_replaced BEFORE INSERT ON ${table}
      WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${sameKey}) ${refuse}`;
}

/** A condition on a team: an entry of a list of this computer is its own, or came from it. */
export function isOf(row: 'OLD' | 'NEW'): string {
  return `(${row}.team IS NULL OR ${row}.team = workspace_id)`;
}

function pendingLabel(row: 'OLD' | 'NEW', when?: string): string {
  const keys = `SELECT workspace_id, ${row}.kind || ' ' || ${row}.service_id AS key FROM teams
    WHERE applying = 0 AND workspace_id = ${row}.workspace_id`;
  return pending('library', keys, when && `(${when})`);
}

/** What belongs to a request is pending, in a workspace with a team; a deleted request has nothing to share. */
function pendingOfRequest(kind: string, row: string, key: string, when = 'true'): string {
  return pending(
    kind,
    `SELECT teams.workspace_id, ${key} AS key FROM requests CROSS JOIN submissions ON submissions.row = requests.row
      CROSS JOIN teams ON teams.workspace_id = requests.workspace_id
      WHERE requests.row = ${row} AND teams.applying = 0`,
    when,
  );
}

/** Without the tag's words, which may be about a person. */
function tagKey(row: 'OLD' | 'NEW'): string {
  return `submissions.id || ' ' || coalesce((SELECT id FROM facets WHERE workspace_id = ${row}.workspace_id
    AND kind = 'tag' AND value = ${row}.tag), '')`;
}

/**
 * The rest of a trigger, after its event: marks what a query gives (workspace_id, key) as pending. The conflict clause of the
 * statement that fires a trigger is in force within it (sqlite.org/lang_createtrigger.html), so a mark is replaced by hand.
 */
export function pending(kind: string, keys: string, when = 'true'): string {
  return `WHEN ${when} AND EXISTS (SELECT 1 FROM teams WHERE applying = 0) BEGIN
      DELETE FROM team_pending WHERE kind = '${kind}' AND (workspace_id, key) IN (${keys});
      INSERT INTO team_pending (workspace_id, kind, key) SELECT workspace_id, '${kind}', key FROM (${keys});
    END;`;
}

function countTriggers(): string {
  const columns = `workspace_id, status, call_status, job_description_id, questionnaire_template_id, verdict,
    archived, unseen, has_results, has_problem, outcome, colleague`;
  const of = (row: 'OLD' | 'NEW'): string =>
    columns.replaceAll(/\w+/g, `${row}.$&`).replace(`${row}.colleague`, `coalesce(${row}.colleague, '')`);
  const add = `INSERT INTO request_counts (${columns}, n) VALUES (${of('NEW')}, 1)
    ON CONFLICT DO UPDATE SET n = n + 1;`;
  const take = `UPDATE request_counts SET n = n - 1 WHERE (${columns}) = (${of('OLD')});
    DELETE FROM request_counts WHERE (${columns}) = (${of('OLD')}) AND n = 0;`;
  return `
    CREATE TRIGGER request_counted AFTER INSERT ON requests BEGIN ${add} END;
    CREATE TRIGGER request_recounted AFTER UPDATE OF ${columns} ON requests
      WHEN (${of('OLD')}) <> (${of('NEW')}) BEGIN ${take} ${add} END;
    CREATE TRIGGER request_uncounted AFTER DELETE ON requests BEGIN ${take} END;`;
}

function writtenOnce(place: string): string {
  const [table, column] = place.split('.');
  return `
    CREATE TRIGGER ${table}_workspace_written_once BEFORE UPDATE OF ${column} ON ${table}
      WHEN NEW.${column} IS NOT OLD.${column}
      BEGIN SELECT RAISE(ABORT, 'the workspace of a row is written once'); END;`;
}
