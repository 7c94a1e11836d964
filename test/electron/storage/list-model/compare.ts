import { expect } from 'vitest';
import type { SeededRandom } from '../../../bench/seeded-random.ts';
import { readAllResults } from '../read-all-results.ts';
import type { ModelledList } from './modelled-list.ts';
import { randomOrder } from './random-query.ts';

/** Counts of comparisons: pages; of those, pages with some but not all requests; and other queries. */
export interface Compared {
  pages: number;
  narrowed: number;
  others: number;
}

/** Compares the results of random queries between the storage and the plain scan. */
export async function compare(
  list: ModelledList,
  random: SeededRandom,
  questions: number,
  compared: Compared,
): Promise<void> {
  for (const workspaceId of list.workspaceIds) await readAllResults(list.storage, workspaceId);
  for (let turn = 0; turn < questions; turn += 1) {
    const workspaceId = random.one(list.workspaceIds);
    await comparePage(list, random, workspaceId, compared);
    if (turn % 10 === 0) await compareWhole(list, random, workspaceId, compared);
  }
}

async function comparePage(
  list: ModelledList,
  random: SeededRandom,
  workspaceId: string,
  compared: Compared,
): Promise<void> {
  const { requests } = list.storage.stores;
  const order = randomOrder(random, list, workspaceId);
  const scan = list.scan(workspaceId);
  const inOrder = scan.inOrder(order);
  const last = inOrder.length;
  // At the start, in the middle, at the end, and after the end.
  const offset = random.one([0, 0, random.whole(0, last), Math.max(0, last - 7), last + 5]);
  const limit = random.one([1, 20, 100]);
  const asked = `${JSON.stringify({ workspaceId, ...order, offset, limit })} of ${list.all().length}`;
  const page = await requests.page({ workspaceId, ...order, offset, limit });
  const expected = scan.page(inOrder, offset, limit);
  // Ids first, for a readable diff.
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
  compared.pages += 1;
  compared.others += 1;
  if (expected.rows.length > 0 && expected.total < expected.all) compared.narrowed += 1;
}

/** Compares queries over a whole workspace. */
async function compareWhole(
  list: ModelledList,
  random: SeededRandom,
  workspaceId: string,
  compared: Compared,
): Promise<void> {
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
  compared.others += 4;
}
