import { parsePhoneNumberFromString } from 'libphonenumber-js/max/es6';
import {
  type CallingHours,
  closingHoliday,
  type HoursOfDay,
  hoursOn,
  isTimeZone,
  nextCallingMoment,
  openingZone,
} from '../../shared/calling-hours.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { type HolidayLookup, NO_HOLIDAYS_KNOWN, placeKey } from '../../shared/holidays.ts';
import { TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import type { CallingHold, HolidayOpening, Submission } from '../../shared/submission.ts';
import { holidaysFor } from '../holidays/holiday-calendar.ts';
import { PHONE_TIME_ZONES } from './phone-time-zones.ts';

/** The parts of a submission that decide when its candidate may be called. */
export type HeldForHours = Pick<Submission, 'phoneNumber' | 'timeZone' | 'anyHour' | 'hoursWaivedUntil'> &
  Partial<Pick<Submission, 'callingHold' | 'hoursInForce'>>;

/** How long a person's decision to ignore the calling hours lasts, ms: a retry much later must not call at night. */
export const WAIVER_MS = 15 * 60 * 1000;

/** After trying this many openings, the hours are taken to have no moment in common. */
const OPENINGS_TRIED = 30;

/**
 * What the calling hours say about a submission; null: its candidate may be called. `time_zone_needed`: the zones of its
 * number share no hour, so it waits until a person chooses the candidate's.
 */
export type HoursAnswer = CallingHold | typeof TIME_ZONE_NEEDED | null;

/**
 * What a submission has to wait for at `now` (UTC ms); null if its candidate may be called.
 *
 * The rule: it is sent at a moment that both the current hours and all hours in force while it waited allow; at any other
 * moment only if a person says so. So no change of the rules, whoever makes it, releases submissions at once outside the
 * hours that held them: the result then carries a question for the person.
 */
export function callingHold(
  hours: CallingHours,
  submission: HeldForHours,
  now: number,
  lookup?: HolidayLookup,
): HoursAnswer {
  if (isExempt(submission, now)) return null;
  const present = hours.enabled ? openingAfter(hours, submission, now, lookup) : null;
  if (present === TIME_ZONE_NEEDED) return present;
  const earlierHours = submission.hoursInForce ?? [];
  const sharing = earlierHours.filter((rule) => sharesHour(rule, submission, now));
  // Earlier hours without a common moment bind no more once the current ones have one.
  if (!hours.enabled && sharing.length < earlierHours.length) return TIME_ZONE_NEEDED;
  const standing = standingQuestion(submission, now);
  // Nothing but the hold itself says that the clock was set forward: it must not be forgotten at night.
  const isLater = standing?.question?.about === 'clock' && present !== null && standing.until > present.until;
  if (present && !isLater) return present;
  if (standing) return standing;
  const earlier = openingOf(sharing, submission, now, lookup);
  return earlier && { ...earlier, question: { about: 'earlier_hours', answer: null } };
}

/** Whether it waits at `now` (UTC ms) until a person chooses its time zone; cheaper than the whole answer. */
export function needsTimeZone(hours: CallingHours, submission: HeldForHours, now: number): boolean {
  const isAmbiguous = candidateTimeZones(submission).length > 1;
  return isAmbiguous && callingHold(hours, submission, now) === TIME_ZONE_NEEDED;
}

/**
 * The same for a submission due at `at`: nobody is asked about a future moment before it comes, and holidays of a year that
 * isn't known yet count once it is due.
 */
export function callingHoldAhead(
  hours: CallingHours,
  submission: HeldForHours & Pick<Submission, 'notBefore'>,
  at: number,
  now: number,
  lookup?: HolidayLookup,
): HoursAnswer {
  const hold = callingHold(hours, submission, at, lookup);
  if (hold === TIME_ZONE_NEEDED) return hold;
  const isChosen = submission.notBefore !== null && submission.notBefore > now;
  return hold && (hold.question || hold.holiday === null) && isChosen ? null : hold;
}

/**
 * An open question stays open until the moment of its hold has come; a hold whose hours are no longer known becomes one.
 */
function standingQuestion(
  { callingHold: held, hoursInForce }: HeldForHours,
  now: number,
): CallingHold | null {
  if (!held || held.until <= now) return null;
  if (!held.question) {
    return hoursInForce ? null : { ...held, question: { about: 'earlier_hours', answer: null } };
  }
  // The decision to send now expired without a send.
  const { about, answer } = held.question;
  return answer === 'send_now' ? { ...held, question: { about, answer: null } } : held;
}

/** When all of these hours, each with a moment in common for its zones, next allow a call; null if they do now. */
function openingOf(
  hours: readonly HoursOfDay[],
  submission: HeldForHours,
  now: number,
  lookup: HolidayLookup | undefined,
): HolidayOpening | null {
  const nextOf = (moment: number): HolidayOpening | null =>
    hours
      .map((rule) => openingAfter(rule, submission, moment, lookup))
      .find((opening) => opening !== null && opening !== TIME_ZONE_NEEDED) ?? null;
  const first = nextOf(now);
  if (hours.length < 2) return first;
  let opening = first;
  for (let tried = 0; opening && tried < OPENINGS_TRIED; tried++) {
    const later = nextOf(opening.until);
    if (!later) return opening;
    opening = later;
  }
  // No moment in common: checked again at the first opening.
  return first;
}

function openingAfter(
  hours: HoursOfDay,
  submission: HeldForHours,
  moment: number,
  lookup: HolidayLookup | undefined,
): HolidayOpening | typeof TIME_ZONE_NEEDED | null {
  const { at, timeZones, holiday } = callingMoment({ ...hours, enabled: true }, submission, moment, lookup);
  if (at === null) return TIME_ZONE_NEEDED;
  if (at <= moment) return null;
  const [first = hours.defaultTimeZone, ...others] = timeZones;
  const holidayOn = holidaysFor(hours.holidays ?? [], submission.phoneNumber, lookup);
  const timeZone = openingZone(hours, [first, ...others], at, holidayOn);
  return { until: at, timeZone, ...(holiday !== undefined && { holiday }) };
}

/** Whether the candidate may be called at some moment of these hours, holidays aside, wherever the number is. */
function sharesHour(hours: HoursOfDay, submission: HeldForHours, now: number): boolean {
  return callingMoment({ ...hours, holidays: [], enabled: true }, submission, now).at !== null;
}

/** Whether a person exempted it from the calling hours, for good or still at `now` (UTC ms). */
export function isExempt({ anyHour, hoursWaivedUntil }: HeldForHours, now: number): boolean {
  if (anyHour) return true;
  // A waiver that seems to last longer than any can was given before the clock was set back: how long ago is unknown.
  return hoursWaivedUntil !== null && now < hoursWaivedUntil && hoursWaivedUntil <= now + WAIVER_MS;
}

interface Callee {
  /** E.164. */
  readonly phoneNumber: string;
  /** The time zone a person chose for this submission; null: derived from the number. */
  readonly timeZone: string | null;
}

/** Hours, and whether the workspace enforces them. */
type EnforcedHours = HoursOfDay & { readonly enabled: boolean };

interface CallingMoment {
  /**
   * When the candidate may be called, UTC ms; `now` if that is already so; null if the zones share no hour, so that a person
   * has to choose the candidate's.
   */
  readonly at: number | null;
  /** The zones whose clocks count; several if the number's zone is ambiguous. */
  readonly timeZones: readonly string[];
  /** The public holiday that it waits for the end of; null while holidays aren't known; left out if there is none. */
  readonly holiday?: string | null | undefined;
}

/** How soon it is looked again whether the holidays are known, ms; usually whoever learns of them tells. */
const UNKNOWN_RECHECK_MS = 60_000;

/**
 * When a candidate may be called at the earliest. A zone chosen by a person comes first, then the number's; the default is
 * only for numbers that tell none. If a number may be in several zones, the call must be within the hours in all of them; if
 * these have no hour in common, only a person can say. Where every day is a holiday, or while holidays aren't known, it is
 * never now.
 */
export function callingMoment(
  hours: EnforcedHours,
  callee: Callee,
  now: number,
  lookup: HolidayLookup = NO_HOLIDAYS_KNOWN,
): CallingMoment {
  const timeZones = zonesOf(callee, hours.defaultTimeZone);
  if (!hours.enabled) return { at: now, timeZones };
  const holidayOn = holidaysFor(hours.holidays ?? [], callee.phoneNumber, lookup);
  const at = nextCallingMoment(hours, timeZones, now, holidayOn);
  if (at !== null) {
    const holiday =
      at > now && hours.holidays?.length ? closingHoliday(hours, timeZones, now, at, holidayOn) : undefined;
    return { at, timeZones, ...(holiday !== undefined && { holiday }) };
  }
  if (nextCallingMoment(hours, timeZones, now) === null) return { at, timeZones };
  const holiday = closingHoliday(hours, timeZones, now, now + 7 * DAY_MS, holidayOn) ?? null;
  return { at: now + (holiday === null ? UNKNOWN_RECHECK_MS : DAY_MS), timeZones, holiday };
}

/** Whether these hours allow a call to the candidate at this moment. */
function isOpen(hours: HoursOfDay, callee: Callee, at: number, lookup?: HolidayLookup): boolean {
  return callingMoment({ ...hours, enabled: true }, callee, at, lookup).at === at;
}

/** Whether they allow one, but only later; if the candidate's zones share none of these hours, they allow none ever. */
function isClosed(hours: HoursOfDay, callee: Callee, at: number, lookup?: HolidayLookup): boolean {
  const opening = callingMoment({ ...hours, enabled: true }, callee, at, lookup).at;
  return opening !== null && opening > at;
}

function zonesOf(callee: Callee, defaultTimeZone: string): readonly string[] {
  const told = candidateTimeZones(callee);
  return told.length > 0 ? told : [defaultTimeZone];
}

/** The zones a candidate may be in: the one that a person chose, or those of the number; none if neither tells. */
export function candidateTimeZones({ phoneNumber, timeZone }: Callee): readonly string[] {
  // A zone unknown to this computer (chosen with newer time zone data) is ignored: it must not stop the queue.
  if (timeZone !== null && isTimeZone(timeZone)) return [timeZone];
  return zonesOfNumber(phoneNumber);
}

type Bound = Pick<Submission, 'hoursInForce' | 'phoneNumber' | 'timeZone'>;

/** The hours that bind a waiting submission once `present` are in force too; the same list object if they add nothing. */
export function boundBy(
  earlier: readonly HoursOfDay[] | undefined,
  { enabled, ...present }: CallingHours,
): readonly HoursOfDay[] | undefined {
  if (!enabled) return earlier;
  if (!earlier) return [present];
  // Anything within the narrower hours is within the wider ones.
  if (earlier.some((rule) => isWithin(rule, present))) return earlier;
  return [...earlier.filter((rule) => !isWithin(present, rule)), present];
}

/**
 * The hours that bind a submission found to have this hold at `now`. Earlier hours that allow the present moment are
 * dropped if other current hours hold the submission, or if all of them have no moment in common: nobody waits for ever.
 */
export function boundAfter(
  submission: Bound,
  hold: CallingHold,
  hours: CallingHours,
  now: number,
  lookup?: HolidayLookup,
): Submission['hoursInForce'] {
  const earlier = submission.hoursInForce ?? [];
  const agree = earlier.every((rule) => !isClosed(rule, submission, hold.until, lookup));
  const keepsAll = hold.question && (hold.question.about === 'clock' || agree);
  const binding = keepsAll ? earlier : earlier.filter((rule) => !isOpen(rule, submission, now, lookup));
  return boundBy(binding.length > 0 ? binding : undefined, hours);
}

function isWithin(one: HoursOfDay, other: HoursOfDay): boolean {
  if (one.defaultTimeZone !== other.defaultTimeZone) return false;
  const kept = new Set(one.holidays?.map(placeKey));
  if (other.holidays?.some((place) => !kept.has(placeKey(place)))) return false;
  return one.weekdays.every((day) => {
    const narrow = hoursOn(one, day);
    const wide = hoursOn(other, day);
    return narrow && wide && narrow.from >= wide.from && narrow.until <= wide.until;
  });
}

/** Countries whose mobile numbers belong to an area (libphonenumber's PhoneNumberUtil, GEO_MOBILE_COUNTRIES). */
const COUNTRIES_WITH_LOCAL_MOBILES = new Set(['52', '54', '55', '62', '86']);

let byPrefix: Map<string, readonly string[]> | undefined;

/**
 * The IANA time zones a number (E.164) may be in: those of its area if it has one, otherwise all of its country (an
 * Australian mobile, for example), none if unknown. No number tells where its owner is now. Same rule as libphonenumber's
 * PhoneNumberToTimeZonesMapper.
 */
export function zonesOfNumber(phoneNumber: string): readonly string[] {
  const parsed = parsePhoneNumberFromString(phoneNumber);
  if (!parsed) return [];
  const { countryCallingCode, country } = parsed;
  const type = parsed.getType();
  const ofAnArea =
    type === 'FIXED_LINE' ||
    type === 'FIXED_LINE_OR_MOBILE' ||
    (type === 'MOBILE' && COUNTRIES_WITH_LOCAL_MOBILES.has(countryCallingCode));
  const digits = ofAnArea ? phoneNumber.replace(/^\+/, '') : countryCallingCode;
  return withinCountry(zonesOfDigits(digits), country);
}

/** The zones of the longest known prefix. */
function zonesOfDigits(digits: string): readonly string[] {
  byPrefix ??= readTable();
  for (let length = digits.length; length > 0; length--) {
    const zones = byPrefix.get(digits.slice(0, length));
    if (zones) return zones;
  }
  return [];
}

/** +44 covers Guernsey and London: for a number of Great Britain, only the country's own zones count. */
function withinCountry(zones: readonly string[], country: string | undefined): readonly string[] {
  if (zones.length < 2 || country === undefined) return zones;
  const own = timeZonesOf(country);
  const inside = zones.filter((zone) => own.includes(zone));
  return inside.length > 0 ? inside : zones;
}

const byCountry = new Map<string, readonly string[]>();

/** The zones of an ISO 3166 country (ECMA-402 Intl.Locale.getTimeZones, not in the compiler's library yet). */
function timeZonesOf(country: string): readonly string[] {
  const known = byCountry.get(country);
  if (known) return known;
  const locale: Intl.Locale & { getTimeZones?: () => string[] } = new Intl.Locale(`und-${country}`);
  const zones = locale.getTimeZones?.() ?? [];
  byCountry.set(country, zones);
  return zones;
}

function readTable(): Map<string, readonly string[]> {
  const lines = PHONE_TIME_ZONES.trim().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [zones = '', prefixes = ''] = line.split(': ');
      const list = zones.split(' ');
      return prefixes.split(' ').map((prefix) => [prefix, list] as const);
    }),
  );
}
