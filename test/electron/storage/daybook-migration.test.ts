import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { carryOver } from '../../../electron/storage/daybook/carry-over.ts';
import { migrate } from '../../../electron/storage/migrate.ts';
import { migrations } from '../../../electron/storage/migrations/index.ts';
import { operations } from '../../../electron/storage/operations/index.ts';
import { packedUuidSql } from '../../../electron/storage/packed-uuid.ts';

const ID = '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b';
const KEY = '00ff8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b';
const JOB = 'aaaa8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b';

/** A database as version 12 left it that ended between an acceptance and its place in the list. */
function earlierDatabase(): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  migrate(
    db,
    migrations.filter(({ version }) => version <= 12),
  );
  db.exec(`
    INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
      VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1);
    INSERT INTO facets (workspace, kind, value, sort_key, words) VALUES (1, 'status', 'QUEUED', 'queued', ''),
      (1, 'job_description', '${JOB}', 'j', ''), (1, 'questionnaire', 'general', 'q', '');
    INSERT INTO submissions (uid, workspace_id, state_code, candidate_name, phone_number, resume_url, job_uid,
      questionnaire_template_id, idempotency_key, attempts, send_after, revision, created_at, updated_at, request_id)
      VALUES (${packedUuidSql(`'${ID}'`)}, 'w1', 4, 'Ada', '+12025550143', 'u', NULL, NULL,
        ${packedUuidSql(`'${KEY}'`)}, 2, 1, 4, 1, 2000, 'ir_1');
    INSERT INTO request_ids VALUES (1, 'ir_1', 1);
    INSERT INTO newly_accepted VALUES (1, 1, 1, 2, 3, 2000, 4000);
    INSERT INTO phrases (kind, summary) VALUES ('accepted', 'The service accepted the request: QUEUED');
    INSERT INTO histories VALUES (1, 2000, jsonb('[[null,1]]'));
  `);
  return db;
}

test('a request that version 12 had noted and not tracked is carried over like any other', () => {
  const db = earlierDatabase();
  const before = operations.events.of.run(db, ID);
  migrate(db);
  expect(carryOver(db)).toBe(1);
  expect(operations.submissions.get.run(db, ID)).toMatchObject({
    state: 'accepted',
    requestId: 'ir_1',
    attempts: 2,
    revision: 4,
    updatedAt: 2000,
    jobDescriptionId: JOB,
    questionnaireTemplateId: 'general',
    idempotencyKey: KEY,
  });
  expect(operations.submissions.trackedAs.run(db, 'w1', 'ir_1')?.id).toBe(ID);
  expect(operations.requests.find.run(db, 'w1', ['ir_1'])).toMatchObject([
    { requestId: 'ir_1', status: 'QUEUED' },
  ]);
  expect(operations.events.of.run(db, ID)).toEqual(before);
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});
