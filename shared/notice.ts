import { z } from 'zod';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { dateOf } from './holidays.ts';
import { issueMessage } from './input-problems.ts';
import { localTime, momentOf } from './zoned-time.ts';

/** The longest time that a rule may ask for between notice and call, days. */
export const MAX_NOTICE_DAYS = 365;

/** Whether recruiters say when the candidate was told of the automated call, and how long before the call that must be. */
export const noticeRule = z.object({
  /** Whether New request and Import ask for it. */
  asked: z.boolean(),
  /** Whether submissions without it are refused. */
  required: z.boolean(),
  /** How many days must lie between notice and call, by the calendar at the candidate's place. */
  days: z.int().min(0).max(MAX_NOTICE_DAYS),
});
export type NoticeRule = z.output<typeof noticeRule>;

/** A calendar day as `2027-01-06`. */
export const noticeDate = z.iso.date(issueMessage('notice_date_wrong'));

/**
 * The earliest moment (UTC ms) of a call after notice on this day (`2027-01-06`): the first of the day so many days later, in
 * all of these time zones.
 */
export function earliestCall(noticeOn: string, days: number, timeZones: readonly string[]): number {
  const midnight = Date.parse(`${noticeOn}T00:00:00Z`) + days * DAY_MS;
  return Math.max(...timeZones.map((zone) => momentOf(zone, midnight, 0)));
}

/** The hours by which a day begins later in the last place of the earth than by UTC, and one to spare, ms. */
const DAY_BEGINS_WITHIN_MS = 13 * HOUR_MS;

/** From when on (UTC ms) {@link earliestCall} is over in every time zone; quicker, as no time zone is looked at. */
export function earliestCallAnywhere(noticeOn: string, days: number): number {
  return Date.parse(`${noticeOn}T00:00:00Z`) + days * DAY_MS + DAY_BEGINS_WITHIN_MS;
}

/** When this day (`2027-01-06`) begins by this computer's calendar, UTC ms; in any case once it has begun everywhere. */
export function dayBeginsHere(day: string): number {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return Math.min(earliestCall(day, 0, [timeZone]), earliestCallAnywhere(day, 0));
}

/** The calendar day at a moment (UTC ms) in a time zone, by default this computer's. */
export function dayAt(
  moment: number,
  timeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  return dateOf(localTime(timeZone, moment).midnight);
}
