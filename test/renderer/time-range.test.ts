import { describe, expect, it } from 'vitest';
import { momentsOf, rangeProblem } from '../../renderer/features/insights/time-range.ts';

const NOW = new Date(2026, 2, 31, 15, 30).getTime();

describe('a time range', () => {
  it('in days covers whole local days, today included', () => {
    expect(momentsOf({ kind: 'days', days: 7 }, NOW)).toEqual({
      from: new Date(2026, 2, 25).getTime(),
      until: null,
    });
  });

  it('between two days includes the last day, and may be open at both ends', () => {
    expect(momentsOf({ kind: 'custom', from: '2026-03-28', to: '2026-03-29' }, NOW)).toEqual({
      from: new Date(2026, 2, 28).getTime(),
      until: new Date(2026, 2, 30).getTime(),
    });
    expect(momentsOf({ kind: 'custom', from: '', to: '' }, NOW)).toEqual({ from: null, until: null });
  });

  it('is invalid if it ends before it begins, and valid if an end is open', () => {
    expect(rangeProblem({ kind: 'custom', from: '2026-03-02', to: '2026-03-01' })).not.toBeNull();
    expect(rangeProblem({ kind: 'custom', from: '2026-03-02', to: '2026-03-02' })).toBeNull();
    expect(rangeProblem({ kind: 'custom', from: '2026-03-02', to: '' })).toBeNull();
  });
});
