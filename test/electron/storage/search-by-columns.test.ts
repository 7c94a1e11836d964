import { expect, test } from 'vitest';
import { NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';
import { answered } from './answered.ts';
import { addTracked, openTestStorage, temporaryStorage } from './temporary-storage.ts';

/** A database with three people named Ada, opened twice, as by two processes. */
async function openedTwice() {
  const storage = await temporaryStorage();
  for (const id of ['a', 'b', 'c']) await addTracked(storage, id, { candidateName: `Ada ${id}` }, 1000);
  const other = await openTestStorage(storage.path);
  const found = async (filter: Partial<RequestFilter> = {}, from = storage) => {
    const { rows, total } = await from.stores.requests.page({
      workspaceId: 'workspace-1',
      filter: { ...NO_FILTER, search: 'ada', ...filter },
      sort: 'updated',
      descending: true,
      offset: 0,
      limit: 2,
    });
    return [total, ...rows.map(({ requestId }) => requestId)];
  };
  return { storage, other: { ...other, path: storage.path }, found };
}

test('a search with filters follows changes of status and archive, and new requests', async () => {
  const { storage, found } = await openedTwice();
  expect(await found()).toEqual([3, 'c', 'b']);
  await answered(storage, 'a', { status: 'RINGING' });
  expect(await found()).toEqual([3, 'a', 'c']);
  expect(await found({ statuses: ['RINGING'] })).toEqual([1, 'a']);
  await storage.stores.annotations.annotate('workspace-1', ['a'], { archived: true }, 9);
  expect(await found()).toEqual([2, 'c', 'b']);
  expect(await found({ archived: 'yes' })).toEqual([1, 'a']);
  await addTracked(storage, 'd', { candidateName: 'Ada d' }, 99_000);
  expect(await found()).toEqual([3, 'd', 'c']);
  expect(await found({ from: 99_000 })).toEqual([1, 'd']);
  expect(await found({ until: 99_000 })).toEqual([2, 'c', 'b']);
});

test('a search follows changes by another process', async () => {
  const { other, found } = await openedTwice();
  expect(await found()).toEqual([3, 'c', 'b']);
  await answered(other, 'a', { status: 'RINGING' });
  await addTracked(other, 'd', { candidateName: 'Ada d' }, 2000);
  expect(await found()).toEqual([4, 'a', 'd']);
  expect(await found({}, other)).toEqual([4, 'a', 'd']);
});

test('the pages of a search have the same order as the whole list', async () => {
  const storage = await temporaryStorage();
  for (let n = 0; n < 40; n += 1) {
    await addTracked(storage, `ir_${n}`, { candidateName: `Ada ${n}` }, 1000 + ((n * 7) % 10));
  }
  const ids = async (search: string, offset: number, limit: number) => {
    const query = { workspaceId: 'workspace-1', sort: 'updated', descending: true } as const;
    const filter = { ...NO_FILTER, search };
    const { rows } = await storage.stores.requests.page({ ...query, filter, offset, limit });
    return rows.map(({ requestId }) => requestId);
  };
  const inOrder = await ids('', 0, 40);
  expect(await ids('ada', 0, 40)).toEqual(inOrder);
  expect(await ids('ada', 10, 5)).toEqual(inOrder.slice(10, 15));
  expect(await ids('ada', 38, 5)).toEqual(inOrder.slice(38));
});
