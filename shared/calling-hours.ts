import { z } from 'zod';
import { DAY_MS } from './durations.ts';
import { issueMessage } from './input-problems.ts';
import { type LocalTime, localTime, momentOf } from './zoned-time.ts';

/** A time of day as `HH:MM`, 24 hours. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, issueMessage('time_of_day_wrong'));

/** An IANA time zone that this computer knows, such as `Europe/Berlin`. */
export const timeZone = z.string().max(100).refine(isTimeZone, issueMessage('time_zone_unknown'));

/** When candidates of a workspace may be called. */
export const callingHours = z
  .object({
    /** False allows calls at any hour. */
    enabled: z.boolean(),
    from: timeOfDay,
    until: timeOfDay,
    /** ISO weekdays: 1 is Monday, 7 Sunday. */
    weekdays: z.array(z.int().min(1).max(7)).min(1, issueMessage('no_weekday')).max(7),
    /** Used where the time zone can't be told from the phone number. */
    defaultTimeZone: timeZone,
  })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: issueMessage('hours_end_first'),
  });
export type CallingHours = z.output<typeof callingHours>;

/** The hours, whether or not the workspace enforces them. */
export type HoursOfDay = Pick<CallingHours, 'from' | 'until' | 'weekdays' | 'defaultTimeZone'>;

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
  { from, until, weekdays }: Pick<CallingHours, 'from' | 'until' | 'weekdays'>,
  timeZones: readonly string[],
  now: number,
): number | null {
  const hours = { from: minutesOf(from), until: minutesOf(until), weekdays: new Set(weekdays) };
  let moment = now;
  for (let tried = 0; tried < MAX_OPENINGS; tried++) {
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
 * The time zone that {@link nextCallingMoment} waited for: the one whose hours begin at `at`. If all were already open,
 * the first one.
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

/** `moment` if it is within the zone's hours, otherwise the zone's next opening. */
function nextOpening(hours: Hours, zone: string, moment: number): number {
  const local = localTime(zone, moment);
  if (isWithin(hours, local)) return moment;
  // Today's opening if it is still ahead, otherwise that of the next calling day.
  const first = hours.weekdays.has(local.weekday) && local.minutes < hours.from ? 0 : 1;
  for (let days = first; days <= 7; days++) {
    const weekday = ((local.weekday - 1 + days) % 7) + 1;
    if (hours.weekdays.has(weekday)) return momentOf(zone, local.midnight + days * DAY_MS, hours.from);
  }
  throw new RangeError('Calling hours need at least one weekday.');
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
