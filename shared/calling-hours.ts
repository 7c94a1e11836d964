import { z } from 'zod';
import { DAY_MS } from './durations.ts';
import { issueMessage } from './input-problems.ts';
import { type LocalTime, localTime, momentOf } from './zoned-time.ts';

/** A time of day as `HH:MM`, 24 hours. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, issueMessage('time_of_day_wrong'));

/** An IANA time zone that this computer knows, such as `Europe/Berlin`. */
export const timeZone = z.string().max(100).refine(isTimeZone, issueMessage('time_zone_unknown'));

/** The hours of one weekday, where they differ from those of the other days. */
export const dayHours = z
  .object({
    /** ISO weekday: 1 is Monday, 7 Sunday. */
    weekday: z.int().min(1).max(7),
    from: timeOfDay,
    until: timeOfDay,
  })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: issueMessage('hours_end_first'),
  });
export type DayHours = z.output<typeof dayHours>;

/** When candidates of a workspace may be called. */
export const callingHours = z
  .object({
    /** False allows calls at any hour. */
    enabled: z.boolean(),
    from: timeOfDay,
    until: timeOfDay,
    /** ISO weekdays: 1 is Monday, 7 Sunday. */
    weekdays: z.array(z.int().min(1).max(7)).min(1, issueMessage('no_weekday')).max(7),
    /** Weekdays with hours of their own instead of `from` and `until`. */
    ownHours: z.array(dayHours).max(7).default([]),
    /** Used where the time zone can't be told from the phone number. */
    defaultTimeZone: timeZone,
  })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: issueMessage('hours_end_first'),
  })
  .refine(hasOwnHoursOnce, { path: ['ownHours'], message: issueMessage('own_hours_wrong_day') });
export type CallingHours = z.output<typeof callingHours>;

/** Hours and days, whether or not the workspace enforces them. Those stored by an earlier version lack the newer parts. */
export interface WeekHours {
  readonly from: string;
  readonly until: string;
  readonly weekdays: readonly number[];
  readonly ownHours?: readonly DayHours[] | undefined;
}

/** The same, with the time zone to fall back to. */
export type HoursOfDay = WeekHours & Pick<CallingHours, 'defaultTimeZone'>;

/** Whether only days with calls have own hours, and each at most once. */
export function hasOwnHoursOnce({
  weekdays,
  ownHours = [],
}: Pick<WeekHours, 'weekdays' | 'ownHours'>): boolean {
  const days = ownHours.map(({ weekday }) => weekday);
  return new Set(days).size === days.length && days.every((day) => weekdays.includes(day));
}

/** The first and the last time of a call on this weekday; undefined if there are none. */
export function hoursOn(hours: WeekHours, weekday: number): Pick<DayHours, 'from' | 'until'> | undefined {
  if (!hours.weekdays.includes(weekday)) return undefined;
  return hours.ownHours?.find((each) => each.weekday === weekday) ?? hours;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Limit of the search for an hour that all time zones share. */
const MAX_OPENINGS = 60;

/**
 * The first moment at or after `now` (UTC ms) that is within the calling hours of all these time zones; null if there
 * is none within about two weeks (for example New Zealand and Hawaii).
 */
export function nextCallingMoment(
  hours: WeekHours,
  timeZones: readonly string[],
  now: number,
): number | null {
  const week = weekOf(hours);
  let moment = now;
  for (let tried = 0; tried < MAX_OPENINGS; tried++) {
    const opening = Math.max(...timeZones.map((zone) => nextOpening(week, zone, moment)));
    if (opening === moment) return moment;
    moment = opening;
  }
  return null;
}

/** The hours of each weekday, in minutes after midnight; days without calls are missing. */
type Week = ReadonlyMap<number, { readonly from: number; readonly until: number }>;

function weekOf(hours: WeekHours): Week {
  const days = hours.weekdays.map((weekday) => {
    const { from, until } = hoursOn(hours, weekday) ?? hours;
    return [weekday, { from: minutesOf(from), until: minutesOf(until) }] as const;
  });
  return new Map(days);
}

/**
 * The time zone that {@link nextCallingMoment} waited for: the one whose hours begin at `at`. If all were already open,
 * the first one.
 */
export function openingZone(hours: WeekHours, timeZones: readonly [string, ...string[]], at: number): string {
  const week = weekOf(hours);
  return timeZones.find((zone) => !isWithin(week, localTime(zone, at - 1))) ?? timeZones[0];
}

function isWithin(week: Week, { weekday, minutes }: LocalTime): boolean {
  const day = week.get(weekday);
  return day !== undefined && minutes >= day.from && minutes < day.until;
}

/** `moment` if it is within the zone's hours, otherwise the zone's next opening. */
function nextOpening(week: Week, zone: string, moment: number): number {
  const local = localTime(zone, moment);
  if (isWithin(week, local)) return moment;
  for (let days = 0; days <= 7; days++) {
    const day = week.get(((local.weekday - 1 + days) % 7) + 1);
    // Today's opening counts only if it is still ahead.
    if (!day || (days === 0 && local.minutes >= day.from)) continue;
    return momentOf(zone, local.midnight + days * DAY_MS, day.from);
  }
  throw new RangeError('Calling hours need at least one weekday.');
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
