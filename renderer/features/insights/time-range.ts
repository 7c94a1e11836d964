/** A choice of time: so many days up to today, all, or from day to day. */
export type TimeRange =
  | { readonly kind: 'days'; readonly days: number }
  | { readonly kind: 'all' }
  | DayRange;

export interface DayRange {
  readonly kind: 'custom';
  /** `2026-03-02`, local; empty is open. */
  readonly from: string;
  readonly to: string;
}

export const RANGE_DAYS = [7, 30, 90, 365] as const;

/** UTC ms at the beginning of a local day, so many days after `day`; null for what is no day. */
function startOfDay(day: string, later = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isNaN(at) ? null : Math.max(0, at);
}

/** A local day as a date field writes it. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The moments between which it lies (UTC ms, null is open): whole local days, today and the last day included. */
export function momentsOf(range: TimeRange, now: number): { from: number | null; until: number | null } {
  switch (range.kind) {
    case 'all':
      return { from: null, until: null };
    case 'days':
      return { from: startOfDay(dayOf(now), 1 - range.days), until: null };
    case 'custom':
      return { from: startOfDay(range.from), until: startOfDay(range.to, 1) };
  }
}

/** Why days from and to make no time; null when they do. */
export function rangeProblem({ from, to }: DayRange): string | null {
  return from !== '' && to !== '' && to < from ? 'The last day is before the first.' : null;
}
