import { type CallingHours, type HoursOfDay, openingZone } from '../../../shared/calling-hours.ts';
import type { HolidayLookup } from '../../../shared/holidays.ts';
import { TIME_ZONE_NEEDED } from '../../../shared/outbox.ts';
import type { CallingHold, HolidayOpening, Submission } from '../../../shared/submission.ts';
import { callingMoment, candidateTimeZones } from './calling-moment.ts';
import { holidaysFor } from './holidays/holidays-for.ts';

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
