import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../../electron/storage/migrate.ts';
import { OUTCOMES } from '../../../shared/outcome.ts';
import { NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';
import { answered } from './answered.ts';
import { addTracked, temporaryStorage } from './temporary-storage.ts';

test('the database knows the outcomes in their order, and no other', () => {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  migrate(db);
  const known = db.prepare('SELECT rank, value FROM outcomes ORDER BY rank').all();
  expect(known).toEqual(OUTCOMES.map((value, rank) => ({ rank, value })));
  const [{ sql } = { sql: '' }] = db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'requests'`).all();
  expect(sql).toContain(`CHECK (outcome BETWEEN 0 AND ${OUTCOMES.length - 1})`);
});

const call = (status: string) => ({ status });

/** Three requests: waiting, assessed, and completed without anybody being reached. */
async function someRequests() {
  const storage = await temporaryStorage();
  for (const id of ['ir_waiting', 'ir_assessed', 'ir_unreached']) await addTracked(storage, id, {}, 1000);
  await answered(storage, 'ir_assessed', {
    status: 'COMPLETED',
    screening_calls: [call('NO_ANSWER'), call('COMPLETED')],
    assessment_results: { score: 4 },
  });
  await answered(storage, 'ir_unreached', {
    status: 'COMPLETED',
    screening_calls: [call('BUSY'), call('NO_ANSWER')],
  });
  const ids = async (filter: Partial<RequestFilter>) => {
    const query = {
      workspaceId: 'workspace-1',
      sort: 'outcome',
      descending: true,
      offset: 0,
      limit: 9,
    } as const;
    const page = await storage.stores.requests.page({ ...query, filter: { ...NO_FILTER, ...filter } });
    return page.rows.map(({ requestId }) => requestId);
  };
  return { storage, ids };
}

test('an outcome is stored with the answer it comes from, and follows the next one', async () => {
  const { storage } = await someRequests();
  const outcomeOf = async (id: string) => {
    const [row] = await storage.stores.requests.rows('workspace-1', [id]);
    return { outcome: row?.outcome, tries: row?.tries };
  };
  expect(await outcomeOf('ir_waiting')).toEqual({ outcome: 'waiting', tries: 0 });
  expect(await outcomeOf('ir_assessed')).toEqual({ outcome: 'assessed', tries: 0 });
  expect(await outcomeOf('ir_unreached')).toEqual({ outcome: 'not_reached', tries: 2 });
  await answered(storage, 'ir_unreached', { status: 'COMPLETED', screening_calls: [call('COMPLETED')] });
  expect(await outcomeOf('ir_unreached')).toEqual({ outcome: 'completed', tries: 0 });
  // Results alone change it, too.
  const results = { screening_calls: [call('COMPLETED')], assessment_results: { score: 1 } };
  await answered(storage, 'ir_unreached', { status: 'COMPLETED', ...results });
  expect(await outcomeOf('ir_unreached')).toEqual({ outcome: 'assessed', tries: 0 });
});

test('requests are ordered, filtered and counted by outcome', async () => {
  const { storage, ids } = await someRequests();
  expect(await ids({})).toEqual(['ir_assessed', 'ir_unreached', 'ir_waiting']);
  expect(await ids({ outcomes: ['not_reached', 'failed'] })).toEqual(['ir_unreached']);
  expect(await ids({ outcomes: ['assessed'], statuses: ['COMPLETED'] })).toEqual(['ir_assessed']);
  expect((await storage.stores.requests.filterValues('workspace-1')).outcomes).toEqual([
    { value: 'waiting', count: 1 },
    { value: 'not_reached', count: 1 },
    { value: 'assessed', count: 1 },
  ]);
});

test.each(['no answer', 'No Answer', 'NO_ANSWER', 'no-answer', 'noanswer', 'no ans'])(
  'searching for “%s” finds the requests whose last call had no answer',
  async (search) => {
    expect(await (await someRequests()).ids({ search })).toEqual(['ir_unreached']);
  },
);

test('searching for a status finds requests by it; a shorter text does not', async () => {
  const { ids } = await someRequests();
  expect(await ids({ search: 'completed' })).toEqual(['ir_assessed', 'ir_unreached']);
  expect(await ids({ search: 'pending' })).toEqual(['ir_waiting']);
  expect(await ids({ search: 'com' })).toEqual([]);
});
