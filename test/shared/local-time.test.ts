import { describe, expect, it } from 'vitest';
import { offsetSpans, periodsOver } from '../../shared/local-time.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('spans of equal offset', () => {
  it('are a single one without clock changes', () => {
    expect(offsetSpans(0, 400 * DAY, () => 5.5 * HOUR)).toEqual([
      { from: 0, until: 400 * DAY, offset: 5.5 * HOUR },
    ]);
  });

  it('meet at the minute of a clock change', () => {
    const change = Date.UTC(2026, 2, 29, 1);
    const offsetAt = (at: number) => (at < change ? HOUR : 2 * HOUR);
    expect(offsetSpans(Date.UTC(2026, 0, 1), Date.UTC(2026, 5, 1), offsetAt)).toEqual([
      { from: Date.UTC(2026, 0, 1), until: change, offset: HOUR },
      { from: change, until: Date.UTC(2026, 5, 1), offset: 2 * HOUR },
    ]);
  });

  it('of an empty range are none', () => {
    expect(offsetSpans(5, 5, () => 0)).toEqual([]);
  });
});

describe('periods', () => {
  const noon = new Date(2026, 2, 25, 12).getTime();

  it.each([
    ['hour', 1],
    ['day', 30],
    ['week', 90],
    ['month', 800],
    ['year', 5000],
  ] as const)('are %ss for %i days, without gaps and not too many', (unit, days) => {
    const periods = periodsOver(noon, noon + days * DAY);
    expect(periods.unit).toBe(unit);
    expect(periods.edges.length).toBeLessThanOrEqual(130);
    expect(periods.edges[0]).toBeLessThanOrEqual(noon);
    expect(periods.edges.at(-1)).toBeGreaterThanOrEqual(noon + days * DAY);
    expect(periods.edges).toEqual(periods.edges.toSorted((a, b) => a - b));
    expect(new Set(periods.edges).size).toBe(periods.edges.length);
  });

  it('of days begin at local midnight, even across a clock change', () => {
    const { edges } = periodsOver(noon, noon + 10 * DAY);
    expect(edges.map((edge) => new Date(edge).getHours())).toEqual(edges.map(() => 0));
    expect(edges).toHaveLength(12);
  });

  it('of weeks begin on Mondays', () => {
    const { edges } = periodsOver(noon, noon + 90 * DAY);
    expect(new Set(edges.map((edge) => new Date(edge).getDay()))).toEqual(new Set([1]));
  });
});
