import { serviceTime } from '../../shared/service-time.ts';
import type { Workspace } from '../../shared/workspace.ts';

const numbers = new Intl.NumberFormat();

/** Formats a number in the system's locale. */
export function formatNumber(count: number): string {
  return numbers.format(count);
}

/** A number with its noun: `1 request`, `1,204 requests`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}
const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Formats a size in the system's locale: `0.8 kB`, `12.3 MB`, `1.2 TB`. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 1 : Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** power;
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: units[power - 1] ?? 'kilobyte',
    unitDisplay: 'short',
    maximumFractionDigits: size < 100 ? 1 : 0,
  }).format(size);
}
/** Shortens a long ID to eight characters, for grids. */
export function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 8)}…` : id;
}

// Each formatter takes milliseconds to create, so only those of the first screen are created eagerly.
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
/**
 * When a local day (`2026-11-21`), or the day `later` days after it, begins, UTC ms; null if the text is not a date. Days
 * before 1970 begin at 0, the earliest time that calls to main accept. Not a multiple of 24 hours: clocks change.
 */
export function startOfDay(day: string, later = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return null;
  return Math.max(0, new Date(Number(year), Number(month) - 1, Number(date) + later).getTime());
}
const sizes = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** A size in bytes as text: `12 kB`, `3.4 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${sizes.format(bytes)} bytes`;
  return bytes < 1_000_000
    ? `${sizes.format(Math.round(bytes / 1000))} kB`
    : `${sizes.format(bytes / 1_000_000)} MB`;
}
/** Parses a number with a decimal point or comma; null for empty text, undefined for an invalid number. */
export function parseNumber(text: string): number | null | undefined {
  const plain = text.trim().replace(',', '.');
  if (plain === '') return null;
  const number = Number(plain);
  return Number.isFinite(number) ? number : undefined;
}

/** A short name for a workspace's service: its host, or that it is the practice service. */
export function serviceHost(workspace: Workspace): string {
  if (workspace.kind === 'practice') return 'Practice service on this computer';
  return URL.parse(workspace.baseUrl)?.host ?? workspace.baseUrl;
}
