import { localDay } from '../../../shared/local-day.ts';
import { startOfDay } from '../../parts/format.ts';

/** The last N days including today, all time, or any two days. */
export type TimeRange =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'all' }
  | DayRange;

interface DayRange {
  readonly kind: 'custom';
  /** Local days such as `2026-03-02`; an empty one leaves that end open. */
  readonly from: string;
  readonly to: string;
}

export const RANGE_DAYS = [7, 30, 90, 365] as const;

/** The bounds of a range, UTC ms (null is open): whole local days, including today or the last day. */
export function momentsOf(range: TimeRange, now: number): { from: number | null; until: number | null } {
  switch (range.kind) {
    case 'all':
      return { from: null, until: null };
    case 'days':
      return { from: startOfDay(localDay(now), 1 - range.days), until: null };
    case 'custom':
      return { from: startOfDay(range.from), until: startOfDay(range.to, 1) };
  }
}

/** Why a range is invalid; null if it's valid. */
export function rangeProblem({ from, to }: DayRange): string | null {
  return from !== '' && to !== '' && to < from ? 'The last day is before the first.' : null;
}
