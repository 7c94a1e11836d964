import { describe, expect, it } from 'vitest';
import { ROWS_PER_BLOCK, spanFrom, spanOver } from '../../renderer/parts/grid/block-span.ts';

const ROWS = 24;
const COUNT = 1000;

describe('the blocks that rows of a grid are drawn in', () => {
  it('have all rows that are asked for, wherever in the list they are and wherever its blocks begin', () => {
    for (const origin of [0, 3, 500]) {
      for (let first = -4; first < COUNT; first += 1) {
        const { from, end } = spanOver({ first, rows: ROWS }, origin, COUNT);
        expect(from).toBeLessThanOrEqual(Math.max(0, first));
        expect(end).toBeGreaterThanOrEqual(Math.min(COUNT, first + ROWS));
      }
    }
  });

  it('are as many wherever the rows begin, and fewer only at the top of the list', () => {
    const manyAt = (first: number) => spanOver({ first, rows: ROWS }, 0, COUNT).many;
    const all = Math.ceil((ROWS - 1) / ROWS_PER_BLOCK) + 1;
    for (let first = 0; first < COUNT; first += 1) expect(manyAt(first)).toBe(all);
    expect(manyAt(-4)).toBe(Math.ceil((ROWS - 4) / ROWS_PER_BLOCK));
  });

  it('are no more than a short list has, and begin with the first row on screen where no other is to be drawn', () => {
    expect(spanOver({ first: -4, rows: ROWS }, 0, 3)).toMatchObject({ many: 1, from: 0, end: 3 });
    expect(spanOver({ first: 0, rows: ROWS }, 0, 0).many).toBe(0);
    expect(spanFrom({ first: 990, rows: ROWS }, COUNT)).toMatchObject({ origin: 976, from: 976, end: 1000 });
  });
});
