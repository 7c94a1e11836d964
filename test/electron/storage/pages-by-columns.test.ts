import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { idsInOrder, idsThat, pageOf, SORTS, withoutRequests } from './listed-requests.ts';

const REQUESTS = 4000;

/** More job descriptions than are gone through one by one. */
const JOBS = 60;

/** Requests with whatever values; the same ones every time. */
function filled(): DatabaseSync {
  const db = withoutRequests();
  db.exec(`
    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${JOBS})
    INSERT INTO facets (code, workspace, kind, value, sort_key, words)
      SELECT 100 + n, 1, 'job_description', 'j' || n, printf('%03d', n * 37 % 101), '' FROM counted;
    WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${REQUESTS})
    INSERT INTO submissions (id, workspace_id, state, candidate_name, phone_number, resume_url, job_description_id,
        questionnaire_template_id, idempotency_key, attempts, send_after, revision, created_at, updated_at, request_id)
      SELECT 's' || n, iif(n % 50 = 0, 'w2', 'w1'), 'accepted', 'Ada', '+1' || (n * 7919 % 1000), 'u', 'j', 'q', 'k' || n, 1, 1, 1, 1, 1, 'ir_' || n
      FROM counted;
    INSERT INTO tracked (row, workspace, status, job, questionnaire, name_key, call_count, verdict, unseen, archived,
        headline_key, accepted_at, changed_at)
      SELECT row, iif(row % 50 = 0, 2, 1), 1 + (row % 3 = 0), 101 + row * 41 % ${JOBS}, 4, 'ada ' || (row * 31 % 97), row * 13 % 5, row * 17 % 4,
        row * 11 % 7 = 0, row % 20 = 0, iif(row % 6 = 0, NULL, row * 29 % 11), row, row * 37 % 1009 FROM submissions;
    INSERT INTO request_ids SELECT workspace, 'ir_' || row, row FROM tracked;
    INSERT INTO pinned_values (row, pin, value, place)
      SELECT row, 1, iif(row % 4 = 0, NULL, row * 23 % 101), iif(row % 4 = 0, NULL, row * 23 % 101) FROM tracked WHERE workspace = 1;
  `);
  return db;
}

const FILTERS: readonly (readonly [Partial<RequestFilter>, string])[] = [
  [{}, 'archived = 0'],
  [{ archived: 'any' }, 'true'],
  [{ statuses: ['PENDING'] }, 'status = 2 AND archived = 0'],
  [{ verdicts: ['no', 'yes'], unseen: true }, 'verdict IN (1, 3) AND unseen = 1 AND archived = 0'],
  [{ from: 500, until: 3000 }, 'accepted_at >= 500 AND accepted_at < 3000 AND archived = 0'],
  [{ statuses: ['COMPLETED'], from: 3900, archived: 'any' }, 'status = 1 AND accepted_at >= 3900'],
];

test('a page is the same whether it is walked to or looked up in the columns of numbers', () => {
  const db = filled();
  const expectPages = (): void => {
    const lists = FILTERS.map(([filter, where]) => ({ filter, matching: idsThat(db, where) }));
    for (const sort of SORTS) {
      for (const descending of [false, true]) {
        const inOrder = idsInOrder(db, sort, descending);
        for (const { filter, matching } of lists) {
          const ids = inOrder.filter((id) => matching.has(id));
          for (const offset of [0, 130, 2000]) {
            const page = pageOf(db, { sort, descending, offset, limit: 40, filter });
            expect(page.total).toBe(ids.length);
            expect(
              page.rows.map(({ requestId }) => requestId),
              JSON.stringify([sort, descending, filter, offset]),
            ).toEqual(ids.slice(offset, offset + 40));
          }
        }
      }
    }
  };
  expectPages();
  db.exec(`UPDATE tracked SET verdict = 3, changed_at = 5000 + row WHERE row % 9 = 0;
    DELETE FROM tracked WHERE row % 101 = 0`);
  expectPages();
});
