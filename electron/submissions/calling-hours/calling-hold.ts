import { type CallingHours, type HoursOfDay, openingZone } from '../../../shared/calling-hours.ts';
import type { HolidayLookup } from '../../../shared/holidays.ts';
import type { CallingHold, HolidayOpening, Submission } from '../../../shared/submission.ts';
import { callingMoment } from './calling-moment.ts';
import { holidaysFor } from './holidays/holidays-for.ts';

/** The parts of a submission that decide when its candidate may be called. */
export type HeldForHours = Pick<Submission, 'phoneNumber' | 'timeZone' | 'anyHour' | 'hoursWaivedUntil'> &
  Partial<Pick<Submission, 'callingHold' | 'hoursInForce'>>;

/** How long a person's decision to ignore the calling hours lasts, ms: a retry much later must not call at night. */
export const WAIVER_MS = 15 * 60 * 1000;

/** After trying this many openings, the hours are taken to have no moment in common. */
const OPENINGS_TRIED = 30;

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
): CallingHold | null {
  if (isExempt(submission, now)) return null;
  const present = hours.enabled ? openingOf([hours], submission, now, lookup) : null;
  const standing = standingQuestion(submission, now);
  // Nothing but the hold itself says that the clock was set forward: it must not be forgotten at night.
  const isLater = standing?.question?.about === 'clock' && present !== null && standing.until > present.until;
  if (present && !isLater) return present;
  if (standing) return standing;
  const earlier = openingOf(submission.hoursInForce ?? [], submission, now, lookup);
  return earlier && { ...earlier, question: { about: 'earlier_hours', answer: null } };
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
): CallingHold | null {
  const hold = callingHold(hours, submission, at, lookup);
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

/** When all of these hours next allow a call; null if they do now. */
function openingOf(
  hours: readonly HoursOfDay[],
  submission: HeldForHours,
  now: number,
  lookup: HolidayLookup | undefined,
): HolidayOpening | null {
  const nextOf = (moment: number): HolidayOpening | null =>
    hours.map((rule) => openingAfter(rule, submission, moment, lookup)).find((opening) => opening !== null) ??
    null;
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
): HolidayOpening | null {
  const { at, timeZones, holiday } = callingMoment({ ...hours, enabled: true }, submission, moment, lookup);
  if (at <= moment) return null;
  const [first = hours.defaultTimeZone, ...others] = timeZones;
  const holidayOn = holidaysFor(hours.holidays ?? [], submission.phoneNumber, lookup);
  const timeZone = openingZone(hours, [first, ...others], at, holidayOn);
  return { until: at, timeZone, ...(holiday !== undefined && { holiday }) };
}

/** Whether a person exempted it from the calling hours, for good or still at `now` (UTC ms). */
export function isExempt({ anyHour, hoursWaivedUntil }: HeldForHours, now: number): boolean {
  if (anyHour) return true;
  // A waiver that seems to last longer than any can was given before the clock was set back: how long ago is unknown.
  return hoursWaivedUntil !== null && now < hoursWaivedUntil && hoursWaivedUntil <= now + WAIVER_MS;
}
