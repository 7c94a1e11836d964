import { expect, test } from 'vitest';
import { RequestStore } from '../../practice/requests/request-store.ts';
import { erasePracticeRequests } from '../../practice/storage/erase-requests.ts';
import { openPracticeDatabase } from '../../practice/storage/practice-database.ts';
import { filesIn, tracesOf } from '../electron/privacy/traces-of.ts';
import { temporaryFolder } from '../temp-folder.ts';

function bodyFor(name: string, phone: string) {
  return {
    resume_url: 'https://files.example.com/cv.pdf',
    job_description_id: '3f2b8a4e-9c1d-4e5f-8a6b-7c8d9e0f1a2b',
    candidate: { name, phone_number: phone },
    questionnaire_template_id: 'general-v1',
  };
}

test('erases requests by id or idempotency key without leaving a byte, while the service runs', () => {
  const folder = temporaryFolder();
  const running = openPracticeDatabase(folder);
  const store = new RequestStore(running, { now: Date.now, timeScale: 1 });
  const byId = store.create(bodyFor('Xqzyva Wvjkqx', '+12025550187'), 'key-1');
  store.create(bodyFor('Xqzyva Wvjkqx', '+12025550188'), 'key-2');
  store.create(bodyFor('Grace Hopper', '+12025550143'), 'key-3');
  if (byId.kind !== 'created') throw new Error('It was not created.');
  expect(tracesOf(folder, ['qzyva', '20255501']).length).toBeGreaterThan(1);
  erasePracticeRequests(folder, { requestIds: [byId.request.requestId], idempotencyKeys: ['key-2'] });
  expect(store.list().map(({ candidate }) => candidate.name)).toEqual(['Grace Hopper']);
  running.close();
  expect(tracesOf(folder, ['qzyva', 'vjkqx', '2025550187', '2025550188'])).toEqual([]);
});

test('leaves a folder without a database empty', () => {
  const folder = temporaryFolder();
  erasePracticeRequests(folder, { requestIds: ['ir_1'], idempotencyKeys: [] });
  expect(filesIn(folder)).toEqual([]);
});
