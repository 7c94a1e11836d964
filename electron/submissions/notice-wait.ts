import type { HolidayLookup } from '../../shared/holidays.ts';
import { dayAt, earliestCall, earliestCallAnywhere } from '../../shared/notice.ts';
import { TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { momentOf } from '../../shared/zoned-time.ts';
import {
  callingHold,
  callingHoldAhead,
  callingMoment,
  candidateTimeZones,
  type HeldForHours,
  type HoursAnswer,
} from './calling-hours.ts';

/** The parts of a submission that decide whether its candidate was told early enough. */
export interface Told {
  readonly phoneNumber: string;
  readonly timeZone?: string | null | undefined;
  readonly noticeOn?: string | null | undefined;
  readonly anyHour?: boolean | undefined;
  readonly hoursWaivedUntil?: number | null | undefined;
}

type NoticeRules = Pick<WorkspaceRules, 'notice' | 'callingHours'>;

/** When nothing else says a time of day, calls after a wait begin at this one, minutes after midnight. */
const MORNING = 9 * 60;

/** The day for which a submission has to wait, to be called at this moment (UTC ms); null if it need not. */
export function afterNotice(
  rules: NoticeRules,
  submission: Told,
  at: number,
  holidays: HolidayLookup | undefined,
): number | null {
  const { noticeOn } = submission;
  if (!rules.notice.asked || !noticeOn) return null;
  // The Outbox asks for every row it shows, and most were told long ago.
  if (at >= earliestCallAnywhere(noticeOn, rules.notice.days)) return null;
  const zones = zonesOf(submission, rules.callingHours.defaultTimeZone);
  const end = earliestCall(noticeOn, rules.notice.days, zones);
  return at >= end ? null : callAfterNotice(rules, submission, end, holidays);
}

/** When the notice rule lets a submission go that calling hours let go at `at` (UTC ms). */
export function goesOutAt(
  rules: NoticeRules,
  submission: Told,
  at: number,
  holidays: HolidayLookup | undefined,
): number {
  return afterNotice(rules, submission, at, holidays) ?? at;
}

/** The day for which a submission has to wait that is due at `earliest` (UTC ms), once calling hours allow it; null if none. */
function dayToWaitFor(
  rules: NoticeRules,
  submission: Told,
  earliest: number,
  holidays: HolidayLookup | undefined,
): number | null {
  return afterNotice(rules, submission, sendMoment(rules, submission, earliest, holidays), holidays);
}

/** What a new submission waits for: `notBefore`, a chosen time or the day of its notice (`isTold`), and calling hours. */
interface NewWait {
  readonly notBefore: number | null;
  readonly isTold: boolean;
  readonly hours: HoursAnswer;
}

/** What a submission made at `now` waits for that may go from `earliest` on, by its chosen time or for undo (UTC ms). */
export function waitOfNew(
  rules: NoticeRules,
  fields: Told & { readonly notBefore?: number | null | undefined } & Pick<HeldForHours, 'hoursInForce'>,
  { now, earliest }: { readonly now: number; readonly earliest: number },
  holidays: HolidayLookup | undefined,
): NewWait {
  const { phoneNumber, timeZone = null, anyHour = false, hoursInForce } = fields;
  const toldUntil = dayToWaitFor(rules, fields, Math.max(now, fields.notBefore ?? 0), holidays);
  const notBefore = toldUntil ?? fields.notBefore ?? null;
  const callee = { phoneNumber, timeZone, anyHour, hoursWaivedUntil: null, notBefore, hoursInForce };
  const at = Math.max(earliest, notBefore ?? 0);
  const hours = callingHoldAhead(rules.callingHours, callee, at, now, holidays);
  return { notBefore, isTold: toldUntil !== null, hours };
}

/**
 * When calling hours really let a submission go that is due at `earliest` (UTC ms). A hold that a person may end, or that
 * holidays not known yet cause, does not count: they are looked at again when it is sent.
 */
export function sendMoment(
  { callingHours }: Pick<NoticeRules, 'callingHours'>,
  { phoneNumber, timeZone = null, anyHour = false, hoursWaivedUntil = null }: Told,
  earliest: number,
  holidays: HolidayLookup | undefined,
): number {
  const callee = { phoneNumber, timeZone, anyHour, hoursWaivedUntil };
  const hold = callingHold(callingHours, callee, earliest, holidays);
  if (hold === null || hold === TIME_ZONE_NEEDED) return earliest;
  return !hold.question && hold.holiday !== null ? hold.until : earliest;
}

/** The first good time for a call after the notice `end`s: when calling hours begin, or else in the morning there. */
function callAfterNotice(
  { callingHours }: NoticeRules,
  submission: Told,
  end: number,
  holidays: HolidayLookup | undefined,
): number {
  const callee = { phoneNumber: submission.phoneNumber, timeZone: submission.timeZone ?? null };
  if (callingHours.enabled && !submission.anyHour) {
    const { at, holiday } = callingMoment(callingHours, callee, end, holidays);
    // Holidays that aren't known yet are looked at once it is due, and so is a time zone that nobody chose.
    return holiday === null || at === null ? end : at;
  }
  const zones = zonesOf(submission, callingHours.defaultTimeZone);
  const day = Date.parse(`${dayAt(end, zones[0])}T00:00:00Z`);
  return Math.max(end, ...zones.map((zone) => momentOf(zone, day, MORNING)));
}

/** Whether the holidays that count for this candidate at this moment are known. */
export function areHolidaysKnown(
  { callingHours }: NoticeRules,
  { phoneNumber, timeZone = null, anyHour }: Told,
  at: number,
  holidays: HolidayLookup | undefined,
): boolean {
  if (!callingHours.enabled || anyHour) return true;
  return callingMoment(callingHours, { phoneNumber, timeZone }, at, holidays).holiday !== null;
}

function zonesOf({ phoneNumber, timeZone = null }: Told, defaultTimeZone: string): readonly string[] {
  const told = candidateTimeZones({ phoneNumber, timeZone });
  return told.length > 0 ? told : [defaultTimeZone];
}
