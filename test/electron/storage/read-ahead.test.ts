import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { operations } from '../../../electron/storage/operations/index.ts';
import { columnsAtHand } from '../../../electron/storage/tracked/row-columns.ts';
import { pageOf, withoutRequests } from './listed-requests.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const REQUESTS = 9000;

function filled(): DatabaseSync {
  const db = withoutRequests();
  db.exec(`
    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${REQUESTS})
    INSERT INTO submissions (id, workspace_id, state, candidate_name, phone_number, resume_url, job_description_id,
        questionnaire_template_id, idempotency_key, attempts, send_after, revision, created_at, updated_at, request_id)
      SELECT 's' || n, 'w1', 'accepted', 'Ada', '+1' || n, 'u', 'j', 'q', 'k' || n, 1, 1, 1, 1, 1, 'ir_' || n FROM counted;
    INSERT INTO tracked (row, workspace, status, job, questionnaire, name_key, accepted_at, changed_at)
      SELECT row, 1, 1, 3, 4, 'ada ' || (row * 31 % 97), row, row FROM submissions;
    INSERT INTO request_ids SELECT workspace, 'ir_' || row, row FROM tracked`);
  return db;
}

function page(db: DatabaseSync) {
  const { rows, total, all } = pageOf(db, {
    ...{ sort: 'name', descending: false, offset: 0, limit: 50 },
    filter: { statuses: ['PENDING'] },
  });
  return { ids: rows.map(({ requestId }) => requestId), total, all };
}

test('after a page was asked for, the columns are read little by little, and what is written meanwhile is seen', () => {
  const db = filled();
  expect(page(db)).toEqual({ ids: [], total: 0, all: REQUESTS });
  expect(columnsAtHand(db)).toBeUndefined();
  vi.advanceTimersByTime(401);
  // A part of them was read: of that part, one is changed, one removed, and one has come.
  expect(columnsAtHand(db)).toBeUndefined();
  db.exec(`UPDATE tracked SET status = 2 WHERE row IN (5, 50, 8999); DELETE FROM tracked WHERE row = 50`);
  expect(page(db)).toMatchObject({ total: 2, all: REQUESTS - 1 });
  vi.advanceTimersByTime(10_000);
  expect(columnsAtHand(db)).toBeDefined();
  // 5 * 31 % 97 is 58, and 8999 * 31 % 97 is 94.
  expect(page(db)).toEqual({ ids: ['ir_5', 'ir_8999'], total: 2, all: REQUESTS - 1 });
});

test('nothing is read ahead while something is written, and all of it afterwards', () => {
  const db = filled();
  page(db);
  vi.advanceTimersByTime(401);
  db.exec('BEGIN');
  vi.advanceTimersByTime(10_000);
  // Within a transaction nothing is read ahead.
  db.exec('ROLLBACK');
  expect(columnsAtHand(db)).toBeUndefined();
  vi.advanceTimersByTime(10_000);
  expect(columnsAtHand(db)).toBeDefined();
});

test('nothing is read ahead of a database that was closed', () => {
  const db = filled();
  page(db);
  db.close();
  expect(() => vi.advanceTimersByTime(10_000)).not.toThrow();
});

test('what cannot be read ahead ends nothing: whoever asks for it hears of it', () => {
  const db = filled();
  page(db);
  db.exec('DROP TABLE pinned_values; ALTER TABLE tracked RENAME TO elsewhere');
  expect(() => vi.advanceTimersByTime(10_000)).not.toThrow();
  expect(() => operations.requests.detail.run(db, 'w1', 'ir_5')).toThrow('no such table');
});
