import { DAY_MS } from '../../../shared/durations.ts';
import { localTime } from '../../../shared/zoned-time.ts';

/**
 * A moment (UTC ms) in a time zone's local time: `today 14:30`, `tomorrow 09:00`, `Mon 30 Nov, 09:00`. `locale`: undefined for
 * the system's.
 */
export function dayAndTimeIn(timeZone: string, at: number, now: number, locale?: string): string {
  const day = relativeDay(timeZone, at, now);
  const time = timeIn(timeZone, at, locale);
  return day === null ? `${dateIn(timeZone, at, now, locale)}, ${time}` : `${day} ${time}`;
}

/** The time of day in a time zone, as the locale writes it: `09:00`, `9:00 AM`. */
export function timeIn(timeZone: string, at: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }).format(at);
}

/** The date in a time zone, with the weekday, and with the year if it is another: `Mon 30 Nov`. */
export function dateIn(timeZone: string, at: number, now: number, locale?: string): string {
  const year = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' });
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(year.format(at) !== year.format(now) && { year: 'numeric' }),
  })
    .format(at)
    .replace(/^(\p{L}+),/u, '$1');
}

function relativeDay(timeZone: string, at: number, now: number): string | null {
  const days = (localTime(timeZone, at).midnight - localTime(timeZone, now).midnight) / DAY_MS;
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : null;
}

/** This computer's time zone. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
