import { describe, expect, it } from 'vitest';
import { workspaceAccess } from '../../renderer/api/workspace.ts';
import {
  type ListOrder,
  movedRows,
  nextOrder,
  strayIds,
} from '../../renderer/features/requests/live-order.ts';
import { findNeighbour, placeShown } from '../../renderer/features/requests/neighbours.ts';
import { NO_FILTER } from '../../shared/no-filter.ts';
import { requestRow } from './request-row.ts';

function order(ids: string, options: { key?: string; total?: number; offset?: number } = {}): ListOrder {
  const { key = 'k', total = ids.length, offset = 0 } = options;
  const rows = [...ids].map((requestId) => requestRow({ requestId }));
  return { key, total, all: total, pages: new Map([[offset, rows]]) };
}

const idsOf = (shown: ListOrder) =>
  [...shown.pages.values()]
    .flat()
    .map(({ requestId }) => requestId)
    .join('');

describe('rows that change while somebody works with the list', () => {
  it('keep their places, though the world has another order by now', () => {
    const shown = order('abcde');
    const fresh = order('dabce');
    expect(nextOrder(shown, fresh, false)).toBe(shown);
    expect(nextOrder(shown, fresh, true)).toBe(fresh);
  });

  it('are taken as they come when none of them has moved', () => {
    const fresh = order('abc');
    expect(nextOrder(order('abc'), fresh, false)).toBe(fresh);
  });

  it('give way to another filter or sort at once', () => {
    const fresh = order('cba', { key: 'by name' });
    expect(nextOrder(order('abc'), fresh, false)).toBe(fresh);
    expect(nextOrder(null, fresh, false)).toBe(fresh);
  });

  it('are brought up to date when the person scrolls on to rows that were not there yet', () => {
    const fresh: ListOrder = {
      ...order('dabc'),
      pages: new Map([...order('dabc').pages, ...order('xyz', { offset: 100 }).pages]),
    };
    expect(idsOf(nextOrder(order('abc'), fresh, false))).toBe('dabcxyz');
  });

  it('are counted by how many have moved, not by how many made room for them', () => {
    expect(movedRows(order('abcdef'), order('fabcde'))).toBe(1);
    expect(movedRows(order('abcdef'), order('feabcd'))).toBe(2);
    expect(movedRows(order('abcdef'), order('nabcdef'))).toBe(1);
    expect(movedRows(order('abcdef'), order('abcdef'))).toBe(0);
  });

  it('count as moved when they have left the list', () => {
    expect(movedRows(order('abc'), order('ab'))).toBe(1);
    expect(nextOrder(order('abc'), order('ab'), false).total).toBe(3);
  });

  it('may follow rows far below that came or went', () => {
    const fresh = order('abc', { total: 501 });
    expect(nextOrder(order('abc', { total: 500 }), fresh, false)).toBe(fresh);
  });

  it('are asked for by their id once they have left the pages on screen', () => {
    const shown = order('abc');
    expect(strayIds(shown, order('xab'))).toEqual(['c']);
    expect(strayIds(shown, shown)).toEqual([]);
  });
});

describe('next and previous', () => {
  const query = { filter: NO_FILTER, sort: 'updated', descending: true } as const;

  it('follow the order that is on screen', async () => {
    const shown = order('abc');
    expect(await findNeighbour(workspaceAccess('w1'), shown, query, 'b', 1)).toBe('c');
    expect(await findNeighbour(workspaceAccess('w1'), shown, query, 'b', -1)).toBe('a');
    expect(await findNeighbour(workspaceAccess('w1'), shown, query, 'a', -1)).toBeNull();
  });

  it('know the place of a request on any page that is there', () => {
    expect(placeShown(order('abc', { offset: 200 }), 'c')).toBe(202);
    expect(placeShown(order('abc'), 'z')).toBeNull();
    expect(placeShown(null, 'a')).toBeNull();
  });
});
