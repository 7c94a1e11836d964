import { describe, expect, it } from 'vitest';
import { dayOf, momentsOf, rangeProblem } from '../../renderer/features/insights/time-range.ts';

const NOW = new Date(2026, 2, 31, 15, 30).getTime();

describe('a range of time', () => {
  it('of days is whole local days with today as the last', () => {
    expect(momentsOf({ kind: 'days', days: 7 }, NOW)).toEqual({
      from: new Date(2026, 2, 25).getTime(),
      until: null,
    });
  });

  it('from day to day has the last day in it, and may be open at an end', () => {
    expect(momentsOf({ kind: 'custom', from: '2026-03-28', to: '2026-03-29' }, NOW)).toEqual({
      from: new Date(2026, 2, 28).getTime(),
      until: new Date(2026, 2, 30).getTime(),
    });
    expect(momentsOf({ kind: 'custom', from: '', to: '' }, NOW)).toEqual({ from: null, until: null });
  });

  it('that ends before it begins is a problem, an open one is none', () => {
    expect(rangeProblem({ kind: 'custom', from: '2026-03-02', to: '2026-03-01' })).not.toBeNull();
    expect(rangeProblem({ kind: 'custom', from: '2026-03-02', to: '2026-03-02' })).toBeNull();
    expect(rangeProblem({ kind: 'custom', from: '2026-03-02', to: '' })).toBeNull();
  });

  it('writes a local day as a date field does', () => {
    expect(dayOf(NOW)).toBe('2026-03-31');
  });
});
