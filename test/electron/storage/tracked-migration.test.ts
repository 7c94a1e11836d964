import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../electron/storage/migrate.ts';
import { migrations } from '../../../electron/storage/migrations/index.ts';
import { operations } from '../../../electron/storage/operations/index.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';

const ANSWER = JSON.stringify({
  request_id: 'ir_2',
  status: 'COMPLETED',
  screening_calls: [
    { id: 'c1', timestamp: '2026-10-21T07:28:00Z', duration_minutes: 12, status: 'NO_ANSWER' },
    { id: 'c2', timestamp: '2026-10-21T08:28:00Z', duration_minutes: 7.5, status: 'COMPLETED' },
  ],
  assessment_results: { overall_score: 4.2, summary: 'Speaks Portuguese' },
  unheard: 'of',
});

/** A database as an earlier version left it, with a submission of every kind. */
function earlierDatabase(version: number): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  migrate(
    db,
    migrations.filter((step) => step.version <= version),
  );
  const values = `'Acme', 'service', 'a', 'b', 'c', 'd', 1, NULL`;
  db.exec(
    `INSERT INTO workspaces VALUES ('w1', ${values}); INSERT INTO workspaces VALUES ('w2', ${values});`,
  );
  const add = db.prepare(
    `INSERT INTO submissions (id, workspace_id, state, candidate_name, phone_number, resume_url, job_description_id,
       questionnaire_template_id, idempotency_key, attempts, send_after, request_id, previous_submission_id, revision,
       created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, '+4915112345678', 'https://a.example/cv', 'job-1', 'q-1', 'key-' || ?1, 1, 5, ?5, ?6, 3, 5, 6)`,
  );
  add.run('s1', 'w1', 'accepted', 'Jürgen Müller', 'ir_1', null);
  add.run('s2', 'w1', 'accepted', 'Ada Lovelace', 'ir_2', 's1');
  add.run('s3', 'w1', 'queued', 'Bob', null, null);
  add.run('s4', 'w2', 'accepted', 'Someone else', 'ir_1', null);
  const track = db.prepare(`INSERT INTO requests VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 100, ?, ?, ?, ?, ?)`);
  track.run('w1', 'ir_1', 's1', 'RINGING', 0, null, 0, null, 'No answer', null, 200, null, 300, 2);
  track.run('w1', 'ir_2', 's2', 'COMPLETED', 2, 'COMPLETED', 1, ANSWER, null, 400, 400, 400, null, 0);
  track.run('w2', 'ir_1', 's4', 'PENDING', 0, null, 0, 'no JSON', null, null, 100, null, 300, 0);
  const event = db.prepare(
    'INSERT INTO events (submission_id, at, kind, summary, detail) VALUES (?, ?, ?, ?, ?)',
  );
  event.run('s1', 5, 'submitted', 'Submitted and waiting to be sent', null);
  event.run('s2', 5, 'submitted', 'Submitted and waiting to be sent', null);
  event.run('s2', 6, 'sending', 'Sending to the service began', null);
  event.run('s2', 7, 'accepted', 'The service accepted the request: PENDING', 'Request ID ir_2');
  event.run('s1', 8, 'accepted', 'The service accepted the request: PENDING', 'Something else');
  event.run('s3', 9, 'submitted', 'Submitted and waiting to be sent', null);
  db.exec(`INSERT INTO library (workspace_id, kind, service_id, name, note)
    VALUES ('w1', 'job_description', 'job-1', 'Écologist', '')`);
  return db;
}

describe.each([2, 3])('a database of version %i', (version) => {
  function upgraded(): DatabaseSync {
    const db = earlierDatabase(version);
    migrate(db);
    return db;
  }
  const { requests, events, submissions } = operations;

  test('keeps every submission as it was, in its order', () => {
    const before = earlierDatabase(version).prepare('SELECT * FROM submissions ORDER BY rowid').all();
    const after = upgraded().prepare('SELECT * FROM submissions_in_full ORDER BY row').all();
    expect(after).toMatchObject(before);
    expect(after.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
  });

  test('keeps every request with its answer letter by letter, and knows what it shows', () => {
    const db = upgraded();
    expect(requests.detail.run(db, 'w1', 'ir_2')).toMatchObject({
      status: 'COMPLETED',
      callCount: 2,
      lastCallStatus: 'COMPLETED',
      hasResults: true,
      headline: null,
      unseen: false,
      verdict: 'none',
      jobName: 'Écologist',
      rawAnswer: ANSWER,
      acceptedAt: 100,
      refreshedAt: 400,
      changedAt: 400,
      nextRefreshAt: null,
      previous: { submissionId: 's1', requestId: 'ir_1', status: 'RINGING' },
    });
    expect(requests.detail.run(db, 'w1', 'ir_1')).toMatchObject({
      status: 'RINGING',
      problem: 'No answer',
      nextRefreshAt: 300,
      following: [{ submissionId: 's2', status: 'COMPLETED' }],
    });
    expect(requests.detail.run(db, 'w2', 'ir_1')).toMatchObject({ rawAnswer: 'no JSON', jobName: null });
    expect(requests.ids.run(db, 'w1', undefined)).toEqual(['ir_1']);
    expect(requests.find.run(db, 'w1', ['ir_1'])).toMatchObject([{ requestId: 'ir_1', refreshFailures: 2 }]);
  });

  test('keeps the history word by word', () => {
    const told = (id: string) =>
      events.of.run(upgraded(), id).map(({ at, kind, summary, detail }) => [at, kind, summary, detail]);
    expect(told('s2')).toEqual([
      [7, 'accepted', 'The service accepted the request: PENDING', 'Request ID ir_2'],
      [6, 'sending', 'Sending to the service began', null],
      [5, 'submitted', 'Submitted and waiting to be sent', null],
    ]);
    expect(told('s1').map(([, , , detail]) => detail)).toEqual(['Something else', null]);
    expect(told('s3')).toHaveLength(1);
  });

  test.each(['muller', '0151 12345', 'portug', 'ecolog', 'ir_2'])('finds its requests by %s', (search) => {
    const query = { workspaceId: 'w1', sort: 'updated', descending: true, offset: 0, limit: 9 } as const;
    const page = requests.page.run(upgraded(), { ...query, filter: { ...NO_FILTER, search } });
    expect(page.total).toBeGreaterThan(0);
    expect(page.all).toBe(2);
  });

  test('counts its screening calls, and what is filtered by', () => {
    const db = upgraded();
    expect(db.prepare('SELECT * FROM screening_calls ORDER BY ordinal').all()).toMatchObject([
      {
        request_id: 'ir_2',
        started_at: Date.UTC(2026, 9, 21, 7, 28),
        duration_minutes: 12,
        status: 'NO_ANSWER',
      },
      { request_id: 'ir_2', duration_minutes: 7.5, status: 'COMPLETED' },
    ]);
    expect(requests.filterValues.run(db, 'w1')).toMatchObject({
      statuses: [
        { value: 'COMPLETED', count: 1 },
        { value: 'RINGING', count: 1 },
      ],
      jobs: [{ value: 'job-1', name: 'Écologist', count: 2 }],
    });
  });

  test('is sound, and goes on: references hold, new workspaces are numbered', () => {
    const db = upgraded();
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(db.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
    expect(submissions.get.run(db, 's3')).toMatchObject({ id: 's3', state: 'queued' });
    db.exec(`INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
      VALUES ('w3', 'New', 'service', 'a', 'b', 'c', 'd', 9)`);
    expect(db.prepare('SELECT number FROM workspaces ORDER BY number').all()).toMatchObject([
      { number: 1 },
      { number: 2 },
      { number: 3 },
    ]);
  });
});
