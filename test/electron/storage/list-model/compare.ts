import { expect } from 'vitest';
import type { SeededRandom } from '../../../bench/seeded-random.ts';
import type { ModelledList } from './modelled-list.ts';
import { randomOrder } from './random-query.ts';

/** Asks the storage and the plain scan so many questions about the list; answers how many answers were compared. */
export async function compare(list: ModelledList, random: SeededRandom, questions: number): Promise<number> {
  let compared = 0;
  for (let turn = 0; turn < questions; turn += 1) {
    const workspaceId = random.one(list.workspaceIds);
    compared += await comparePage(list, random, workspaceId);
    if (turn % 10 === 0) compared += await compareWhole(list, random, workspaceId);
  }
  return compared;
}

async function comparePage(list: ModelledList, random: SeededRandom, workspaceId: string): Promise<number> {
  const { requests } = list.storage.stores;
  const order = randomOrder(random, list, workspaceId);
  const scan = list.scan(workspaceId);
  const inOrder = scan.inOrder(order);
  const last = inOrder.length;
  // Beginning, middle, end, and behind the end.
  const offset = random.one([0, 0, random.whole(0, last), Math.max(0, last - 7), last + 5]);
  const limit = random.one([1, 20, 100]);
  const asked = `${JSON.stringify({ workspaceId, ...order, offset, limit })} of ${list.all().length}`;
  const page = await requests.page({ workspaceId, ...order, offset, limit });
  const expected = scan.page(inOrder, offset, limit);
  // Ids first: what is wrong shows at a glance.
  expect({ ...page, rows: page.rows.map(({ requestId }) => requestId) }, asked).toEqual({
    ...expected,
    rows: expected.rows.map(({ requestId }) => requestId),
  });
  expect(page.rows, asked).toEqual(expected.rows);
  const own = list.of(workspaceId);
  const sought = last > 0 && random.chance(0.7) ? random.one(inOrder) : random.one(own);
  const place = inOrder.indexOf(sought);
  expect(await requests.place({ workspaceId, ...order }, sought.requestId), `place, ${asked}`).toBe(
    place < 0 ? undefined : place,
  );
  return 2;
}

/** What is asked about a whole workspace, and about a filter that hides too much. */
async function compareWhole(list: ModelledList, random: SeededRandom, workspaceId: string): Promise<number> {
  const { requests } = list.storage.stores;
  const scan = list.scan(workspaceId);
  const { filter } = randomOrder(random, list, workspaceId);
  const asked = JSON.stringify({ workspaceId, filter });
  expect(await requests.hiddenBy(workspaceId, filter), asked).toEqual(scan.hiddenBy(filter));
  expect(await requests.filterValues(workspaceId), asked).toEqual(scan.filterValues());
  expect(await requests.count(workspaceId)).toBe(list.of(workspaceId).length);
  const gone = list.all().filter((request) => request.workspaceId !== workspaceId);
  const ids = [
    random.one(list.of(workspaceId)).requestId,
    ...gone.slice(0, 1).map(({ requestId }) => requestId),
  ];
  const found = await requests.rows(workspaceId, ids);
  expect(found.map(({ requestId }) => requestId)).toEqual(ids.filter((id) => list.has(workspaceId, id)));
  return 4;
}
