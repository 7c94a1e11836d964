import { z } from 'zod';
import { says } from './input-problems.ts';

/** A time of day as `HH:MM`, 24 hours. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, says('time_of_day_wrong'));

/** An IANA time zone that this computer knows, such as `Europe/Berlin`. */
export const timeZone = z.string().max(100).refine(isTimeZone, says('time_zone_unknown'));

/** When candidates of a workspace may be called. */
export const callingHours = z
  .object({
    /** False: at any hour. */
    enabled: z.boolean(),
    from: timeOfDay,
    until: timeOfDay,
    /** ISO weekdays: 1 is Monday, 7 Sunday. */
    weekdays: z.array(z.int().min(1).max(7)).min(1, says('no_weekday')).max(7),
    /** Where a phone number does not tell a time zone. */
    defaultTimeZone: timeZone,
  })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: says('hours_end_first'),
  });
export type CallingHours = z.output<typeof callingHours>;

/** The hours themselves, whether or not a workspace keeps to them now. */
export type HoursOfDay = Pick<CallingHours, 'from' | 'until' | 'weekdays' | 'defaultTimeZone'>;

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Beyond this many openings tried, zones so far apart have no hour in common. */
const OPENINGS_TRIED = 60;

/**
 * The first moment at or after `now` (UTC ms) within the calling hours in every one of these time zones; null where
 * they have no such moment in common within about two weeks (New Zealand and Hawaii, say).
 */
export function nextCallingMoment(
  { from, until, weekdays }: Pick<CallingHours, 'from' | 'until' | 'weekdays'>,
  timeZones: readonly string[],
  now: number,
): number | null {
  const hours = { from: minutesOf(from), until: minutesOf(until), weekdays: new Set(weekdays) };
  let moment = now;
  for (let tried = 0; tried < OPENINGS_TRIED; tried++) {
    const opening = Math.max(...timeZones.map((zone) => nextOpening(hours, zone, moment)));
    if (opening === moment) return moment;
    moment = opening;
  }
  return null;
}

interface Hours {
  /** Minutes after midnight. */
  readonly from: number;
  readonly until: number;
  readonly weekdays: ReadonlySet<number>;
}

/**
 * The time zone whose opening `at` is, where {@link nextCallingMoment} found `at` for these: the one that was closed
 * until then. The first of them where all were open.
 */
export function openingZone(
  { from, until, weekdays }: Pick<CallingHours, 'from' | 'until' | 'weekdays'>,
  timeZones: readonly [string, ...string[]],
  at: number,
): string {
  const hours = { from: minutesOf(from), until: minutesOf(until), weekdays: new Set(weekdays) };
  return timeZones.find((zone) => !isWithin(hours, localTime(zone, at - 1))) ?? timeZones[0];
}

function isWithin(hours: Hours, local: LocalTime): boolean {
  return hours.weekdays.has(local.weekday) && local.minutes >= hours.from && local.minutes < hours.until;
}

/** `moment` where the zone is within its hours then, else when it next opens. */
function nextOpening(hours: Hours, zone: string, moment: number): number {
  const local = localTime(zone, moment);
  if (isWithin(hours, local)) return moment;
  // Today's opening if it is still ahead, else that of the next day with hours.
  const first = hours.weekdays.has(local.weekday) && local.minutes < hours.from ? 0 : 1;
  for (let days = first; days <= 7; days++) {
    const weekday = ((local.weekday - 1 + days) % 7) + 1;
    if (hours.weekdays.has(weekday)) return momentOf(zone, local.midnight + days * DAY_MS, hours.from);
  }
  throw new RangeError('Calling hours need at least one weekday.');
}

interface LocalTime {
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number;
  /** After midnight. */
  readonly minutes: number;
  /** The local date's midnight, written as if it were UTC (ms). */
  readonly midnight: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(zone: string, moment: number): LocalTime {
  const wall = wallClock(zone, moment);
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  return {
    weekday: new Date(midnight).getUTCDay() || 7,
    minutes: Math.floor((wall - midnight) / 60_000),
    midnight,
  };
}

/** What the clocks of the zone show at a moment, written as if it were UTC (ms). */
function wallClock(zone: string, moment: number): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(zone, format);
  const part = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The moment when the zone's clocks show this; where a change of clocks skips it, they show an hour later. */
function momentOf(zone: string, midnight: number, minutes: number): number {
  const wall = midnight + minutes * 60_000;
  const guess = wall - (wallClock(zone, wall) - wall);
  const moment = wall - (wallClock(zone, guess) - guess);
  // Where the clocks skip it, the second guess may fall before the change: step over it.
  return wallClock(zone, moment) < wall ? moment + (wall - wallClock(zone, moment)) : moment;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
