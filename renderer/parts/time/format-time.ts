import { serviceTime } from '../../../shared/service-time.ts';

// Each formatter takes milliseconds to create, so only those of the first screen are created eagerly (by prefetch.ts).
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOnly = lazyFormat(() => ({ timeStyle: 'short' }));
const dayAndTime = lazyFormat(() => ({
  month: 'short',
  day: 'numeric',
  // As in the time alone: `09:00` or `9:00`.
  hour: timeOnly(+new Date(2000, 0, 1, 9)).startsWith('0') ? '2-digit' : 'numeric',
  minute: '2-digit',
}));

function lazyFormat(options: () => Intl.DateTimeFormatOptions): (at: number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (at) => {
    format ??= new Intl.DateTimeFormat(undefined, options());
    return format.format(at);
  };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Local date and time; `at` is ms since 1970 UTC, here and below. */
export function formatDateTime(at: number): string {
  return dateTime.format(at);
}

/** Time relative to now: `2 min. ago`; a date beyond 30 days. */
export function formatRelative(at: number, now: number): string {
  const distance = at - now;
  const size = Math.abs(distance);
  // `now` ticks every 20 s, so a time slightly in the future has just passed.
  if (size < 45_000) return distance > 25_000 ? 'in a moment' : 'just now';
  if (size < HOUR) return relative.format(Math.round(distance / MINUTE), 'minute');
  if (size < DAY) return relative.format(Math.round(distance / HOUR), 'hour');
  if (size < 30 * DAY) return relative.format(Math.round(distance / DAY), 'day');
  return dateOnly.format(at);
}

/** A future time: only the time of day if today, otherwise day and time. */
export function formatUpcoming(at: number, now: number): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return sameDay ? timeOnly(at) : dayAndTime(at);
}

/** Local date without the time. */
export function formatDate(at: number): string {
  return dateOnly.format(at);
}

/** A future time for use in a sentence: `14:30 today`, otherwise day and time. */
export function formatPlanned(at: number, now: number): string {
  const words = formatUpcoming(at, now);
  return new Date(at).toDateString() === new Date(now).toDateString() ? `${words} today` : words;
}

/** An ISO 8601 time as local date and time; returned unchanged if it can't be parsed. */
export function formatIsoDateTime(text: string): string {
  const at = serviceTime(text);
  return Number.isNaN(at) ? text : dateTime.format(at);
}
