import { serviceTime } from '../../../shared/service-time.ts';

// What the first screen shows is made at once, for early.ts; the others when they are first needed: each costs milliseconds.
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const timeOnly = whenNeeded({ timeStyle: 'short' });
const dayAndTime = whenNeeded({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

function whenNeeded(options: Intl.DateTimeFormatOptions): (at: number) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (at) => {
    made ??= new Intl.DateTimeFormat(undefined, options);
    return made.format(at);
  };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A moment (ms since 1970 UTC) as local date and time. */
export function formatDateTime(at: number): string {
  return dateTime.format(at);
}

/** How far a moment is from now, in words: `2 min. ago`; a date once it is more than a month away. */
export function formatRelative(at: number, now: number): string {
  const distance = at - now;
  const size = Math.abs(distance);
  // The shared clock ticks every 20 s: what lies a little ahead of it has just happened.
  if (size < 45_000) return distance > 25_000 ? 'in a moment' : 'just now';
  if (size < HOUR) return relative.format(Math.round(distance / MINUTE), 'minute');
  if (size < DAY) return relative.format(Math.round(distance / HOUR), 'hour');
  if (size < 30 * DAY) return relative.format(Math.round(distance / DAY), 'day');
  return dateOnly.format(at);
}

/** A moment to come: the time of day when it is today, else day and time. */
export function formatUpcoming(at: number, now: number): string {
  const sameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return sameDay ? timeOnly(at) : dayAndTime(at);
}

/** A day, without the time. */
export function formatDate(at: number): string {
  return dateOnly.format(at);
}

/** When something to come happens, for a sentence: `14:30 today`, else day and time. */
export function formatPlanned(at: number, now: number): string {
  const words = formatUpcoming(at, now);
  return new Date(at).toDateString() === new Date(now).toDateString() ? `${words} today` : words;
}

/** An ISO 8601 moment as local date and time; what cannot be read is shown as it came. */
export function formatIsoDateTime(text: string): string {
  const at = serviceTime(text);
  return Number.isNaN(at) ? text : dateTime.format(at);
}

/** Minutes as people say them: `45 min`, `2 h 5 min`, `3 d 4 h`. */
export function formatMinutes(minutes: number): string {
  if (minutes < 1 && minutes > 0) return 'under 1 min';
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  if (whole < 24 * 60) return joined(Math.floor(whole / 60), 'h', whole % 60, 'min');
  return joined(Math.floor(whole / (24 * 60)), 'd', Math.floor((whole % (24 * 60)) / 60), 'h');
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}
