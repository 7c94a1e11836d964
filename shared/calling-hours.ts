import { z } from 'zod';
import { DAY_MS } from './durations.ts';
import {
  arePlacesDistinct,
  type HolidayOn,
  type HolidayPlace,
  holidayPlace,
  MAX_HOLIDAY_PLACES,
  NO_HOLIDAYS,
} from './holidays.ts';
import { issueMessage } from './input-problems.ts';
import { type LocalTime, localTime, momentOf } from './zoned-time.ts';

/** A time of day as `HH:MM`, 24 hours. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, issueMessage('time_of_day_wrong'));

/** An IANA time zone that this computer knows, such as `Europe/Berlin`. */
export const timeZone = z.string().max(100).refine(isTimeZone, issueMessage('time_zone_unknown'));

/** The hours of one weekday, where they differ from those of the other days. */
const dayHours = z
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
    ownHours: z.array(dayHours).max(7),
    /** On public holidays of these places, nobody whose number is of that country is called. */
    holidays: z
      .array(holidayPlace)
      .max(MAX_HOLIDAY_PLACES)
      .refine(arePlacesDistinct, issueMessage('holiday_place_twice')),
    /** Used where the time zone can't be told from the phone number. */
    defaultTimeZone: timeZone,
  })
  .refine(({ from, until }) => from < until, {
    path: ['until'],
    message: issueMessage('hours_end_first'),
  })
  .refine(hasOwnHoursOnce, { path: ['ownHours'], message: issueMessage('own_hours_wrong_day') });
export type CallingHours = z.output<typeof callingHours>;

/** Hours and days, whether or not the workspace enforces them. */
export interface WeekHours {
  readonly from: string;
  readonly until: string;
  readonly weekdays: readonly number[];
  readonly ownHours: readonly DayHours[];
  readonly holidays: readonly HolidayPlace[];
}

/** The same, with the time zone to fall back to. */
export type HoursOfDay = WeekHours & Pick<CallingHours, 'defaultTimeZone'>;

/** Whether only days with calls have own hours, and each at most once. */
export function hasOwnHoursOnce({ weekdays, ownHours }: Pick<WeekHours, 'weekdays' | 'ownHours'>): boolean {
  const days = ownHours.map(({ weekday }) => weekday);
  return new Set(days).size === days.length && days.every((day) => weekdays.includes(day));
}

/** The first and the last time of a call on this weekday; undefined if there are none. */
export function hoursOn(hours: WeekHours, weekday: number): Pick<DayHours, 'from' | 'until'> | undefined {
  if (!hours.weekdays.includes(weekday)) return undefined;
  return hours.ownHours.find((each) => each.weekday === weekday) ?? hours;
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

/** How many days are looked at for one without a holiday: longer than any row of holidays, and every week has a day. */
const MAX_CLOSED_DAYS = 60;

/**
 * The first moment at or after `now` (UTC ms) that is within the calling hours of all these time zones and on no public
 * holiday there; null if there is none within about two weeks (for example New Zealand and Hawaii), if all days of two
 * months are holidays, or if it isn't known which are.
 */
export function nextCallingMoment(
  hours: WeekHours,
  timeZones: readonly string[],
  now: number,
  holidayOn: HolidayOn = NO_HOLIDAYS,
): number | null {
  const days: Days = { week: weekOf(hours), holidayOn };
  let moment = now;
  for (let tried = 0; tried < MAX_OPENINGS; tried++) {
    const openings = timeZones.map((zone) => nextOpening(days, zone, moment));
    const opening = Math.max(...openings);
    if (opening === Number.POSITIVE_INFINITY) return null;
    if (opening === moment) return moment;
    moment = opening;
  }
  return null;
}

/** The hours of each weekday, in minutes after midnight; days without calls are missing. */
type Week = ReadonlyMap<number, { readonly from: number; readonly until: number }>;

interface Days {
  readonly week: Week;
  readonly holidayOn: HolidayOn;
}

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
export function openingZone(
  hours: WeekHours,
  timeZones: readonly [string, ...string[]],
  at: number,
  holidayOn: HolidayOn = NO_HOLIDAYS,
): string {
  const days: Days = { week: weekOf(hours), holidayOn };
  return timeZones.find((zone) => !isWithin(days, localTime(zone, at - 1))) ?? timeZones[0];
}

/**
 * The first public holiday that keeps calls waiting between `now` and `until` (UTC ms), in any of these zones: its name, null
 * while the holidays aren't known, undefined if none does.
 */
export function closingHoliday(
  hours: WeekHours,
  timeZones: readonly string[],
  now: number,
  until: number,
  holidayOn: HolidayOn,
): string | null | undefined {
  const week = weekOf(hours);
  for (const zone of timeZones) {
    const local = localTime(zone, now);
    const end = localTime(zone, until).midnight;
    for (let days = 0; days <= MAX_CLOSED_DAYS && local.midnight + days * DAY_MS <= end; days++) {
      const day = dayOf(week, local, days);
      // What is left of today has no calls anyway.
      if (!day || (days === 0 && local.minutes >= day.until)) continue;
      const holiday = holidayOn(local.midnight + days * DAY_MS);
      if (holiday !== null) return holiday ?? null;
    }
  }
  return undefined;
}

function dayOf(week: Week, { weekday }: LocalTime, days: number) {
  return week.get(((weekday - 1 + days) % 7) + 1);
}

function isWithin({ week, holidayOn }: Days, { weekday, minutes, midnight }: LocalTime): boolean {
  const day = week.get(weekday);
  if (day === undefined || minutes < day.from || minutes >= day.until) return false;
  return holidayOn(midnight) === null;
}

/** `moment` if it is within the zone's hours, otherwise the zone's next opening; infinity if no day is open. */
function nextOpening(days: Days, zone: string, moment: number): number {
  const local = localTime(zone, moment);
  if (isWithin(days, local)) return moment;
  for (let ahead = 0; ahead <= MAX_CLOSED_DAYS; ahead++) {
    const day = dayOf(days.week, local, ahead);
    // Today's opening counts only if it is still ahead.
    if (!day || (ahead === 0 && local.minutes >= day.from)) continue;
    const midnight = local.midnight + ahead * DAY_MS;
    if (days.holidayOn(midnight) === null) return momentOf(zone, midnight, day.from);
  }
  return Number.POSITIVE_INFINITY;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
