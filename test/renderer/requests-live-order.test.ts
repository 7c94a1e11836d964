import { describe, expect, it } from 'vitest';
import { workspaceAccess } from '../../renderer/api/api.ts';
import {
  findNeighbour,
  type ListOrder,
  movedRows,
  nextOrder,
  placeShown,
  strayIds,
} from '../../renderer/features/requests/use-request-list.ts';
import { NO_FILTER } from '../../shared/request-filter.ts';
import { requestRow } from './request-row.ts';

function order(ids: string, options: { key?: string; total?: number; offset?: number } = {}): ListOrder {
  const { key = 'k', total = ids.length, offset = 0 } = options;
  const rows = [...ids].map((requestId) => requestRow({ requestId }));
  return { key, total, all: total, isShared: false, pages: new Map([[offset, rows]]) };
}

const idsOf = (shown: ListOrder) =>
  [...shown.pages.values()]
    .flat()
    .map(({ requestId }) => requestId)
    .join('');

describe('the order of rows that change while somebody works with the list', () => {
  it('stays until rows may move', () => {
    const shown = order('abcde');
    const fresh = order('dabce');
    expect(nextOrder(shown, fresh, false)).toBe(shown);
    expect(nextOrder(shown, fresh, true)).toBe(fresh);
  });

  it('is replaced at once when no row has moved', () => {
    const fresh = order('abc');
    expect(nextOrder(order('abc'), fresh, false)).toBe(fresh);
  });

  it('is replaced at once when the filter or sort changes', () => {
    const fresh = order('cba', { key: 'by name' });
    expect(nextOrder(order('abc'), fresh, false)).toBe(fresh);
    expect(nextOrder(null, fresh, false)).toBe(fresh);
  });

  it('is replaced when the user scrolls to rows that were not loaded yet', () => {
    const fresh: ListOrder = {
      ...order('dabc'),
      pages: new Map([...order('dabc').pages, ...order('xyz', { offset: 100 }).pages]),
    };
    expect(idsOf(nextOrder(order('abc'), fresh, false))).toBe('dabcxyz');
  });

  it('counts rows that moved or are new, not those that made room for them', () => {
    expect(movedRows(order('abcdef'), order('fabcde'))).toBe(1);
    expect(movedRows(order('abcdef'), order('feabcd'))).toBe(2);
    expect(movedRows(order('abcdef'), order('nabcdef'))).toBe(1);
    expect(movedRows(order('abcdef'), order('abcdef'))).toBe(0);
  });

  it('counts rows that left the end of the list as one move', () => {
    expect(movedRows(order('abc'), order('ab'))).toBe(1);
    expect(nextOrder(order('abc'), order('ab'), false).total).toBe(3);
  });

  it('is replaced when only rows that are not loaded came or went', () => {
    const fresh = order('abc', { total: 501 });
    expect(nextOrder(order('abc', { total: 500 }), fresh, false)).toBe(fresh);
  });

  it('names the rows that have left the loaded pages', () => {
    const shown = order('abc');
    expect(strayIds(shown, order('xab'))).toEqual(['c']);
    expect(strayIds(shown, shown)).toEqual([]);
  });
});

describe('the next and previous request', () => {
  const query = { filter: NO_FILTER, sort: 'updated', descending: true } as const;

  it('follows the order on screen', async () => {
    const shown = order('abc');
    expect(await findNeighbour(workspaceAccess('w1'), shown, query, 'b', 1)).toBe('c');
    expect(await findNeighbour(workspaceAccess('w1'), shown, query, 'b', -1)).toBe('a');
    expect(await findNeighbour(workspaceAccess('w1'), shown, query, 'a', -1)).toBeNull();
  });

  it('finds the index of a request on any loaded page', () => {
    expect(placeShown(order('abc', { offset: 200 }), 'c')).toBe(202);
    expect(placeShown(order('abc'), 'z')).toBeNull();
    expect(placeShown(null, 'a')).toBeNull();
  });
});
