import type { Migration } from './migration.ts';

/** Workspaces and their sealed secrets, submissions, tracked requests, their history, and the Library. */
export const foundation: Migration = {
  version: 1,
  sql: `
    CREATE TABLE workspaces (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('practice', 'service')),
      base_url TEXT NOT NULL,
      auth_url TEXT NOT NULL,
      client_id TEXT NOT NULL,
      redirect_uri TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT;

    -- Sealed by the operating system's key store. A value that cannot be opened is kept beside its successor.
    CREATE TABLE secrets (
      id INTEGER PRIMARY KEY,
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      name TEXT NOT NULL,
      sealed BLOB NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX secrets_by_name ON secrets (workspace_id, name, id);

    CREATE TABLE submissions (
      id TEXT PRIMARY KEY,
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
      problem TEXT,
      request_id TEXT,
      previous_submission_id TEXT REFERENCES submissions (id),
      revision INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    -- The outbox is small beside the history: index it alone.
    CREATE INDEX submissions_open ON submissions (workspace_id, state, send_after, created_at)
      WHERE state NOT IN ('accepted', 'discarded');
    CREATE INDEX submissions_by_created ON submissions (workspace_id, created_at);

    CREATE TABLE requests (
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      request_id TEXT NOT NULL,
      submission_id TEXT NOT NULL UNIQUE REFERENCES submissions (id),
      status TEXT NOT NULL,
      call_count INTEGER NOT NULL,
      last_call_status TEXT,
      has_results INTEGER NOT NULL,
      answer TEXT,
      problem TEXT,
      accepted_at INTEGER NOT NULL,
      refreshed_at INTEGER,
      changed_at INTEGER NOT NULL,
      completed_at INTEGER,
      -- null: finished, refreshed by hand only
      next_refresh_at INTEGER,
      refresh_failures INTEGER NOT NULL,
      PRIMARY KEY (workspace_id, request_id)
    ) STRICT;
    CREATE INDEX requests_due ON requests (workspace_id, next_refresh_at) WHERE next_refresh_at IS NOT NULL;
    CREATE INDEX requests_by_changed ON requests (workspace_id, changed_at);
    CREATE INDEX requests_by_accepted ON requests (workspace_id, accepted_at);
    CREATE INDEX requests_by_status ON requests (workspace_id, status, changed_at);

    -- Append-only: what happened to a submission and to the request it became.
    CREATE TABLE events (
      id INTEGER PRIMARY KEY,
      submission_id TEXT NOT NULL REFERENCES submissions (id),
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      summary TEXT NOT NULL,
      detail TEXT
    ) STRICT;
    CREATE INDEX events_by_submission ON events (submission_id, id);

    CREATE TABLE library (
      workspace_id TEXT NOT NULL REFERENCES workspaces (id),
      kind TEXT NOT NULL CHECK (kind IN ('job_description', 'questionnaire')),
      service_id TEXT NOT NULL,
      name TEXT NOT NULL,
      note TEXT NOT NULL,
      last_used_at INTEGER,
      PRIMARY KEY (workspace_id, kind, service_id)
    ) STRICT;
  `,
};
