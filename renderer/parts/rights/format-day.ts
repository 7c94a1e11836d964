import { dayAt } from '../../../shared/rights.ts';

let format: Intl.DateTimeFormat | undefined;

/** A day such as `2026-10-21`, as people here write it. */
export function formatDay(day: string): string {
  format ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
  return format.format(dayAt(day) ?? 0);
}
