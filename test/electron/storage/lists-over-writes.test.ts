import type { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { operations } from '../../../electron/storage/operations/index.ts';
import { NO_FILTER } from '../../../shared/no-filter.ts';
import { type RequestRow, VERDICTS } from '../../../shared/request.ts';
import type { RequestFilter } from '../../../shared/request-filter.ts';
import { SeededRandom } from '../../bench/seeded-random.ts';
import { idsInOrder, idsThat, pageOf, SORTS, withoutRequests } from './listed-requests.ts';

const REQUESTS = 900;
/** Names by which bytes, UTF-16 and case would each sort in another way. */
const NAMES = ['ada', 'b', 'bé', 'ﬀ', '高', '😀 z', 'ｚ', 'ada lovelace', ''];

/** Requests of two workspaces with whatever values, the same ones every time. */
function filled(random: SeededRandom): DatabaseSync {
  const db = withoutRequests();
  for (let row = 1; row <= REQUESTS; row += 1) add(db, random, row);
  return db;
}

function add(db: DatabaseSync, random: SeededRandom, row: number): void {
  const workspace = random.chance(0.1) ? 2 : 1;
  db.prepare(
    `INSERT INTO submissions (id, workspace_id, state, candidate_name, phone_number, resume_url,
       job_description_id, questionnaire_template_id, idempotency_key, attempts, send_after, revision, created_at, updated_at, request_id)
     VALUES (?, ?, 'accepted', 'Ada', ?, 'u', 'j', 'q', ?, 1, 1, 1, 1, 1, ?)`,
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
  const pinned = value();
  db.prepare('UPDATE pinned_values SET value = ?1, place = ?1, shown = ?2 WHERE row = ?3').run(
    pinned,
    typeof pinned === 'string' ? JSON.stringify(pinned) : null,
    row,
  );
  db.prepare('UPDATE submissions SET phone_number = ? WHERE row = ?').run(`+${random.whole(1, 300)}`, row);
  if (random.chance(0.2))
    db.prepare('UPDATE submissions SET candidate_name = ? WHERE row = ?').run(random.one(NAMES), row);
  if (random.chance(0.2))
    db.prepare('INSERT OR IGNORE INTO request_tags SELECT row, 5 FROM tracked WHERE row = ?').run(row);
  else if (random.chance(0.1)) db.prepare('DELETE FROM request_tags WHERE row = ?').run(row);
}

/** One of all that is shown of a request changes, and nothing else. */
function changeOne(db: DatabaseSync, random: SeededRandom, row: number): void {
  const sql = random.one([
    "UPDATE submissions SET candidate_name = candidate_name || '!' WHERE row = ?",
    "UPDATE submissions SET phone_number = phone_number || '0' WHERE row = ?",
    'UPDATE pinned_values SET value = 7, place = 7, shown = NULL WHERE row = ?',
    'UPDATE tracked SET unseen = 1 - unseen WHERE row = ?',
    'INSERT OR IGNORE INTO request_tags SELECT row, 5 FROM tracked WHERE row = ?',
    'DELETE FROM request_tags WHERE row = ?',
  ]);
  db.prepare(sql).run(row);
}

const FILTERS: readonly (readonly [Partial<RequestFilter>, string])[] = [
  [{ archived: 'any' }, 'true'],
  [{}, 'archived = 0'],
  [{ statuses: ['PENDING'], verdicts: ['no', 'yes'] }, 'status = 2 AND verdict IN (1, 3) AND archived = 0'],
  [
    { from: 1_700_000_500_000, until: 1_700_000_900_000, unseen: true },
    'accepted_at >= 1700000500000 AND accepted_at < 1700000900000 AND unseen = 1 AND archived = 0',
  ],
  [{ tags: ['x'] }, 'row IN (SELECT row FROM request_tags) AND archived = 0'],
  // So few that each is brought into its place.
  [
    { tags: ['x'], verdicts: ['maybe'], archived: 'any' },
    'row IN (SELECT row FROM request_tags) AND verdict = 2',
  ],
  [
    { pinned: [{ path: '/score', min: 3, max: 9.5, values: [] }] },
    'row IN (SELECT row FROM pinned_values WHERE value BETWEEN 3 AND 9.5) AND archived = 0',
  ],
];

/** A filter that is looked for in the columns of numbers, which are read then. */
const TAGGED = { tags: ['x'] };

test('after every write, each list is what the database would sort and filter by itself', () => {
  const random = new SeededRandom(3);
  const db = filled(random);
  pageOf(db, { filter: TAGGED, sort: 'updated', descending: true, offset: 0, limit: 60 });
  // First few writes, which each order follows; then more than it follows; then none.
  for (const writes of [0, 1, 25, 60, 400, 1200, 3]) {
    for (let turn = 0; turn < writes; turn += 1) {
      const row = random.whole(1, REQUESTS);
      if (random.chance(0.15)) db.prepare('DELETE FROM tracked WHERE row = ?').run(row);
      else if (random.chance(0.5)) change(db, random, row);
      else changeOne(db, random, row);
    }
    if (writes > 0) {
      const last = Number(db.prepare('SELECT max(row) AS row FROM submissions').get()?.['row']);
      add(db, random, last + 1);
    }
    const lists = FILTERS.map(([filter, where]) => ({ filter, ids: idsThat(db, where) }));
    for (const sort of SORTS) {
      for (const descending of [false, true]) {
        const inOrder = idsInOrder(db, sort, descending);
        for (const { filter, ids } of lists) {
          const expected = inOrder.filter((id) => ids.has(id));
          const said = JSON.stringify([writes, sort, descending, filter]);
          for (const offset of [0, 150]) {
            const page = pageOf(db, { sort, descending, filter, offset, limit: 60 });
            expect(page.total, said).toBe(expected.length);
            expect(
              page.rows.map(({ requestId }) => requestId),
              said,
            ).toEqual(expected.slice(offset, offset + 60));
          }
          const place = random.whole(0, expected.length - 1);
          const order = { workspaceId: 'w1', sort, descending, filter: { ...NO_FILTER, ...filter } };
          expect(operations.requests.place.run(db, order, String(expected[place])), said).toBe(place);
        }
      }
    }
    for (const offset of [0, 60]) {
      const { rows } = pageOf(db, { sort: 'updated', descending: true, filter: {}, offset, limit: 60 });
      expect(rows.map(marksOf)).toEqual(rows.map(({ requestId }) => storedMarks(db, requestId)));
    }
  }
});

/** What changes in a row. */
function marksOf(row: RequestRow): unknown[] {
  const { status, phoneNumber, candidateName, callCount, verdict, unseen, changedAt, tags, pinned } = row;
  return [status, phoneNumber, candidateName, callCount, verdict, unseen, changedAt, tags, pinned['/score']];
}

/** The same as the database itself has it. */
function storedMarks(db: DatabaseSync, requestId: string): unknown[] {
  const row = db
    .prepare(
      `SELECT facets.value AS status, phone_number, candidate_name, call_count, verdict, unseen, changed_at,
         (SELECT count(*) FROM request_tags WHERE request_tags.row = tracked.row) AS tags, pinned_values.value, shown
       FROM tracked JOIN submissions USING (row) JOIN facets ON code = tracked.status
       JOIN pinned_values USING (row) WHERE request_id = ?`,
    )
    .get(requestId);
  return [
    row?.['status'],
    row?.['phone_number'],
    row?.['candidate_name'],
    row?.['call_count'],
    VERDICTS[Number(row?.['verdict'])],
    row?.['unseen'] === 1,
    row?.['changed_at'],
    row?.['tags'] === 1 ? ['x'] : [],
    typeof row?.['shown'] === 'string' ? JSON.parse(row['shown']) : (row?.['value'] ?? undefined),
  ];
}
