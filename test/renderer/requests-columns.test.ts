import { describe, expect, it } from 'vitest';
import {
  inOrder,
  shownColumns,
  withMoved,
  withShown,
  withWidth,
} from '../../renderer/features/requests/arrange-columns.ts';
import { leastWidth, tracksOf } from '../../renderer/parts/grid/grid-columns.ts';
import { NO_LAYOUT } from '../../shared/grid-layout.ts';

const column = (id: string, rank: number | null, width = 100) => ({
  id,
  rank,
  meta: { track: `minmax(${width}px, 1fr)` },
});
const columns = [
  column('name', 0),
  column('phone', 3),
  column('note', null),
  column('status', 1),
  column('tags', 4),
];
const wide = 2000;
const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id).join(' ');

describe('the visible columns', () => {
  it('are the default ones in their default order where there is room', () => {
    expect(ids(shownColumns(columns, NO_LAYOUT, wide))).toBe('name phone status tags');
  });

  it('are those with the lowest ranks where there is little room', () => {
    expect(ids(shownColumns(columns, NO_LAYOUT, 430))).toBe('name phone status');
    expect(ids(shownColumns(columns, NO_LAYOUT, 10))).toBe('name status');
  });

  it('leave names room before the least important columns are added', () => {
    const extra = [column('name', 0), column('status', 1), { ...column('calls', 7), extra: true }];
    const least = leastWidth(extra, {}) + 32;
    expect(ids(shownColumns(extra, NO_LAYOUT, least))).toBe('name status');
    expect(ids(shownColumns(extra, NO_LAYOUT, least + 110))).toBe('name status calls');
  });

  it('include those the user chose, even if they don’t fit', () => {
    const layout = withShown(withShown(NO_LAYOUT, 'note', true), 'phone', false);
    expect(ids(shownColumns(columns, layout, 10))).toBe('name note status');
    expect(ids(shownColumns(columns, layout, wide))).toBe('name note status tags');
  });

  it('depend on the widths the user set', () => {
    const layout = withWidth(NO_LAYOUT, 'name', 400);
    expect(ids(shownColumns(columns, layout, 600))).toBe('name status');
  });
});

describe('the order of columns', () => {
  it('is the user’s own; a column added later follows its default predecessor', () => {
    const layout = { ...NO_LAYOUT, order: ['status', 'name', 'gone', 'tags'] };
    expect(ids(inOrder(columns, layout))).toBe('status name phone note tags');
  });

  it('changes among the visible columns; hidden ones keep their predecessor', () => {
    const shown = ['name', 'phone', 'status', 'tags'];
    const moved = withMoved(columns, NO_LAYOUT, shown, 'tags', 1);
    expect(moved.order.join(' ')).toBe('name tags phone note status');
    expect(withMoved(columns, NO_LAYOUT, shown, 'name', 3).order.join(' ')).toBe(
      'phone note status tags name',
    );
    expect(withMoved(columns, NO_LAYOUT, shown, 'unknown', 0)).toBe(NO_LAYOUT);
  });
});

describe('widths', () => {
  it('replace the default width of their column until they are reset', () => {
    const layout = withWidth(NO_LAYOUT, 'name', 240);
    expect(tracksOf(columns.slice(0, 2), layout.widths)).toBe('240px minmax(100px, 1fr)');
    expect(withWidth(layout, 'name', null).widths).toEqual({});
  });

  it('determine how much room the columns need', () => {
    expect(leastWidth(columns.slice(0, 2), { name: 240 })).toBe(240 + 100 + 16 + 32);
  });
});
