import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../electron/storage/migrate.ts';
import { migrations } from '../../../electron/storage/migrations/index.ts';
import { appendEventOf } from '../../../electron/storage/operations/event-operations.ts';
import { operations } from '../../../electron/storage/operations/index.ts';
import {
  packedUuid,
  packedUuidSql,
  unpackedUuid,
  unpackedUuidSql,
} from '../../../electron/storage/packed-uuid.ts';
import { sampleSubmission } from '../sample-submission.ts';

const ID = '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b';
const KEY = '00ff8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b';
const JOB = 'aaaa8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b';

/** A database as version 10 left it: one request, one submission that waits and one whose ids are no UUIDs. */
function earlierDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  migrate(
    db,
    migrations.filter(({ version }) => version <= 10),
  );
  db.exec(`
    INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
      VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1);
    INSERT INTO facets (workspace, kind, value, sort_key, words) VALUES (1, 'status', 'PENDING', 'pending', ''),
      (1, 'job_description', '${JOB}', 'j', ''), (1, 'questionnaire', 'general', 'q', '');
    INSERT INTO submissions (id, workspace_id, state, candidate_name, phone_number, resume_url, job_description_id,
      questionnaire_template_id, idempotency_key, attempts, send_after, revision, created_at, updated_at, request_id,
      previous_submission_id, not_before, time_zone, consent_at, consent_wording)
      VALUES ('${ID}', 'w1', 'accepted', 'Ada', '+1', 'u', '${JOB}', 'general', '${KEY}', 1, 1, 4, 1, 2, 'ir_1',
          NULL, NULL, NULL, NULL, NULL),
        ('b${ID.slice(1)}', 'w1', 'queued', 'Bob', '+2', 'u', '${JOB}', 'general', 'b${KEY.slice(1)}', 0, 1, 1, 1, 2, NULL,
          '${ID}', 5, 'Europe/Berlin', 7, 'As the law asks'),
        ('S-3', 'w1', 'rejected', 'Cy', '+3', 'u', 'J', 'general', '${KEY.toUpperCase()}', 0, 1, 1, 1, 2, NULL,
          NULL, NULL, NULL, NULL, NULL);
    INSERT INTO tracked (row, workspace, status, job, questionnaire, name_key, accepted_at, changed_at)
      VALUES (1, 1, 1, 2, 3, 'ada', 1, 1);
    INSERT INTO request_ids VALUES (1, 'ir_1', 1);
    INSERT INTO notes VALUES (1, 'Call again');
    INSERT INTO phrases (kind, summary) VALUES ('submitted', 'Submitted'), ('accepted', 'Accepted'), ('noted', 'Noted');
    INSERT INTO history VALUES (1, 1, 1000, 1, NULL), (1, 2, 1000, 2, NULL), (1, 3, 5000, 3, 'He said "no", {"a":1}'),
      (1, 4, 5000, 3, NULL), (1, 5, 900, 3, NULL), (1, 6, 1000, 3, ''), (2, 1, 7, 1, NULL);
  `);
  return db;
}

function upgraded(): DatabaseSync {
  const db = earlierDatabase();
  migrate(db);
  return db;
}

const HISTORY = 'SELECT row, ordinal, at, phrase, detail FROM history ORDER BY row, ordinal';

describe('a database of version 10', () => {
  test('keeps every submission word by word', () => {
    const before = earlierDatabase().prepare('SELECT * FROM submissions ORDER BY row').all();
    const db = upgraded();
    expect(db.prepare('SELECT * FROM submissions_in_full ORDER BY row').all()).toMatchObject(before);
    expect(operations.submissions.get.run(db, ID)).toMatchObject({
      id: ID,
      jobDescriptionId: JOB,
      questionnaireTemplateId: 'general',
      idempotencyKey: KEY,
    });
    expect(operations.submissions.get.run(db, 'S-3')).toMatchObject({ idempotencyKey: KEY.toUpperCase() });
  });

  test('keeps the history: order, times, also of a clock that was put back, and details', () => {
    expect(upgraded().prepare(HISTORY).all()).toEqual(earlierDatabase().prepare(HISTORY).all());
  });

  test('is sound, and what belongs to a request goes with it', () => {
    const db = upgraded();
    expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    db.exec('PRAGMA foreign_keys = ON; DELETE FROM tracked WHERE row = 1');
    expect(db.prepare('SELECT count(*) AS n FROM request_ids').get()).toEqual({ n: 0 });
    expect(db.prepare('SELECT count(*) AS n FROM notes').get()).toEqual({ n: 0 });
  });

  test('is left as it was when the migration breaks off', () => {
    const db = earlierDatabase();
    // A name that the migration wants to give.
    db.exec('CREATE TABLE submissions_in_full (row INTEGER)');
    const before = db.prepare('SELECT * FROM sqlite_schema').all();
    expect(() => migrate(db)).toThrow();
    expect(db.prepare('SELECT * FROM sqlite_schema').all()).toEqual(before);
    expect(db.prepare('SELECT count(*) AS n FROM history').get()).toEqual({ n: 7 });
  });

  test('gives no key a second time while one of them may still be sent', () => {
    const db = upgraded();
    const again = sampleSubmission({ workspaceId: 'w1', idempotencyKey: `b${KEY.slice(1)}` });
    expect(() => operations.submissions.add.run(db, [again])).toThrow(/UNIQUE/);
    const sameId = sampleSubmission({ workspaceId: 'w1', id: ID });
    expect(() => operations.submissions.add.run(db, [sameId])).toThrow(/UNIQUE/);
  });
});

test('what happens next is added behind the history, with its time and its detail', () => {
  const db = upgraded();
  const noted = (at: number, detail: string | null): void =>
    appendEventOf(db, 2, at, { kind: 'noted', summary: 'Noted', detail });
  for (const [at, detail] of [
    [7, null],
    [9, 'nine'],
    [9, null],
    [7, '[1]'],
    [12, null],
  ] as const)
    noted(at, detail);
  const told = db.prepare('SELECT ordinal, at, detail FROM history WHERE row = 2 ORDER BY ordinal').all();
  expect(told.map(({ ordinal, at, detail }) => [ordinal, at, detail])).toEqual([
    [1, 7, null],
    [2, 7, null],
    [3, 9, 'nine'],
    [4, 9, null],
    [5, 7, '[1]'],
    [6, 12, null],
  ]);
});

test.each([ID, KEY.toUpperCase(), 'S-3', '', `${ID}0`, ID.replaceAll('-', ''), '📞'])(
  'an id is stored so that %j comes back, by the program and by the database alike',
  (id) => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    expect(unpackedUuid(packedUuid(id))).toBe(id);
    const row = db
      .prepare(`SELECT ${packedUuidSql('?1')} AS packed, ${unpackedUuidSql('?2')} AS unpacked`)
      .get(id, packedUuid(id));
    expect(row?.['unpacked']).toBe(id);
    expect(unpackedUuid(row?.['packed'])).toBe(id);
    expect(typeof row?.['packed']).toBe(typeof packedUuid(id));
  },
);
