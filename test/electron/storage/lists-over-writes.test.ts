import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../electron/storage/migrate.ts';
import { operations } from '../../../electron/storage/operations/index.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import type { RequestSort } from '../../../shared/request.ts';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { SeededRandom } from '../../bench/seeded-random.ts';

const REQUESTS = 900;
/** Names by which bytes, UTF-16 and case would each sort in another way. */
const NAMES = ['ada', 'b', 'bé', 'ﬀ', '高', '😀 z', 'ｚ', 'ada lovelace', ''];

/** Requests of two workspaces with whatever values, the same ones every time. */
function filled(random: SeededRandom): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  migrate(db);
  db.exec(`
    INSERT INTO workspaces (id, name, kind, base_url, auth_url, client_id, redirect_uri, created_at)
      VALUES ('w1', 'Acme', 'service', 'a', 'b', 'c', 'd', 1), ('w2', 'Other', 'service', 'a', 'b', 'c', 'd', 1);
    INSERT INTO facets (workspace, kind, value, sort_key, words) VALUES (1, 'status', 'COMPLETED', 'completed', ''),
      (1, 'status', 'PENDING', 'pending', ''), (1, 'job_description', 'j', 'j', ''), (1, 'questionnaire', 'q', 'q', ''),
      (1, 'tag', 'x', 'x', '');
    INSERT INTO pins VALUES (1, 1, '/score', 'Score', 'number', NULL)`);
  for (let row = 1; row <= REQUESTS; row += 1) add(db, random, row);
  return db;
}

function add(db: DatabaseSync, random: SeededRandom, row: number): void {
  const workspace = random.chance(0.1) ? 2 : 1;
  db.prepare(
    `INSERT INTO submissions (uid, workspace_id, state_code, candidate_name, phone_number, resume_url,
       idempotency_key, attempts, send_after, revision, created_at, updated_at, request_id)
     VALUES (?, ?, 4, 'Ada', ?, 'u', ?, 1, 1, 1, 1, 1, ?)`,
  ).run(`s${row}`, `w${workspace}`, `+${random.whole(1, 300)}`, `k${row}`, `ir_${row}`);
  // Some were never accepted.
  if (random.chance(0.05)) return;
  db.prepare(
    `INSERT INTO tracked (row, workspace, status, job, questionnaire, name_key, accepted_at, changed_at)
     VALUES (?, ?, 1, 3, 4, ?, ?, ?)`,
  ).run(row, workspace, random.one(NAMES), 1_700_000_000_000 + row * 1000, random.whole(1, 400));
  db.prepare('INSERT INTO request_ids VALUES (?, ?, ?)').run(workspace, `ir_${row}`, row);
  if (workspace === 1) db.prepare('INSERT INTO pinned_values (row, pin) VALUES (?, 1)').run(row);
  change(db, random, row);
}

/** Other values for a request, if there is one. */
function change(db: DatabaseSync, random: SeededRandom, row: number): void {
  const value = (): number | string | null =>
    random.one([null, random.whole(0, 20), random.whole(0, 99) / 10, random.one(NAMES)]);
  db.prepare(
    `UPDATE tracked SET status = ?, name_key = ?, call_count = ?, verdict = ?, archived = ?, unseen = ?,
       headline_key = ?, changed_at = ? WHERE row = ?`,
  ).run(
    random.whole(1, 2),
    random.one(NAMES),
    random.whole(0, 4),
    random.whole(0, 3),
    Number(random.chance(0.1)),
    Number(random.chance(0.5)),
    value(),
    random.chance(0.5) ? random.whole(1, 400) : 5_000_000_000 + row,
    row,
  );
  db.prepare('UPDATE pinned_values SET value = ? WHERE row = ?').run(value(), row);
  db.prepare('UPDATE submissions SET phone_number = ? WHERE row = ?').run(`+${random.whole(1, 300)}`, row);
  if (random.chance(0.2))
    db.prepare('INSERT OR IGNORE INTO request_tags SELECT row, 5 FROM tracked WHERE row = ?').run(row);
}

/** The keys of each order, as the database itself would sort by them. */
const KEYS: Partial<Record<RequestSort, string>> = {
  name: 'name_key',
  phone: 'phone_number',
  status: '(SELECT sort_key FROM facets WHERE code = status)',
  calls: 'call_count',
  headline: 'headline_key',
  verdict: 'verdict',
  accepted: 'accepted_at',
  updated: 'changed_at',
  'pin:/score': '(SELECT value FROM pinned_values WHERE pinned_values.row = tracked.row)',
};

const FILTERS: readonly (readonly [Partial<RequestFilter>, string])[] = [
  [{ archived: 'any' }, 'true'],
  [{}, 'archived = 0'],
  [{ statuses: ['PENDING'], verdicts: ['no', 'yes'] }, 'status = 2 AND verdict IN (1, 3) AND archived = 0'],
  [
    { from: 1_700_000_500_000, until: 1_700_000_900_000, unseen: true },
    'accepted_at >= 1700000500000 AND accepted_at < 1700000900000 AND unseen = 1 AND archived = 0',
  ],
  [{ tags: ['x'] }, 'row IN (SELECT row FROM request_tags) AND archived = 0'],
  [
    { pinned: [{ path: '/score', min: 3, max: 9.5, values: [] }] },
    'row IN (SELECT row FROM pinned_values WHERE value BETWEEN 3 AND 9.5) AND archived = 0',
  ],
];

/** A filter that is looked for in the columns of numbers, which are read then. */
const TAGGED = { ...NO_FILTER, tags: ['x'] };

test('after every write, each list is what the database would sort and filter by itself', () => {
  const random = new SeededRandom(3);
  const db = filled(random);
  const list = { workspaceId: 'w1', offset: 0, limit: 60 };
  operations.requests.page.run(db, { ...list, filter: TAGGED, sort: 'updated', descending: true });
  // First few writes, which each order follows; then more than it follows; then none.
  for (const writes of [0, 1, 25, 60, 400, 1200, 3]) {
    for (let turn = 0; turn < writes; turn += 1) {
      const row = random.whole(1, REQUESTS);
      if (random.chance(0.15)) db.prepare('DELETE FROM tracked WHERE row = ?').run(row);
      else change(db, random, row);
    }
    if (writes > 0) {
      const last = Number(db.prepare('SELECT max(row) AS row FROM submissions').get()?.['row']);
      add(db, random, last + 1);
    }
    for (const [sort, key] of Object.entries(KEYS)) {
      for (const descending of [false, true]) {
        for (const [filter, where] of FILTERS) {
          const direction = descending ? 'DESC' : 'ASC';
          const expected = db
            .prepare(
              `SELECT 'ir_' || tracked.row AS id FROM tracked JOIN submissions USING (row)
               WHERE workspace = 1 AND ${where} ORDER BY ${key} ${direction} NULLS LAST, row ${direction}`,
            )
            .all()
            .map(({ id }) => id);
          const order = {
            ...list,
            sort: sort as RequestSort,
            descending,
            filter: { ...NO_FILTER, ...filter },
          };
          const said = JSON.stringify([writes, sort, descending, filter]);
          for (const offset of [0, 150]) {
            const page = operations.requests.page.run(db, { ...order, offset });
            expect(page.total, said).toBe(expected.length);
            expect(
              page.rows.map(({ requestId }) => requestId),
              said,
            ).toEqual(expected.slice(offset, offset + 60));
          }
          const place = random.whole(0, expected.length - 1);
          const id = String(expected[place]);
          expect(operations.requests.place.run(db, order, id), said).toBe(place);
        }
      }
    }
  }
});
