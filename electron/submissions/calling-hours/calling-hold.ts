import { type CallingHours, type HoursOfDay, openingZone } from '../../../shared/calling-hours.ts';
import type { CallingHold, Opening, Submission } from '../../../shared/submission.ts';
import { callingMoment } from './calling-moment.ts';

/** Of a submission, what decides when its candidate may be called. */
export type HeldForHours = Pick<Submission, 'phoneNumber' | 'timeZone' | 'anyHour' | 'hoursWaivedUntil'> &
  Partial<Pick<Submission, 'callingHold' | 'hoursInForce'>>;

/** A person's word that the calling hours do not count is for now, ms: a try that fails does not call in the night. */
export const WAIVER_MS = 15 * 60 * 1000;

/** Beyond this many openings tried, hours so different have no moment in common. */
const OPENINGS_TRIED = 30;

/**
 * What a submission has to wait for at `now` (UTC ms); null where its candidate may be called.
 *
 * The rule: it goes at a moment that the hours of now allow, and all that were in force while it waited; at any other
 * only on a person's word. So no change of the rules, whoever makes it, lets anybody go at once outside the hours that
 * held them: then the answer has a question for the person.
 */
export function callingHold(hours: CallingHours, submission: HeldForHours, now: number): CallingHold | null {
  if (submission.anyHour || isWaived(submission, now)) return null;
  const present = hours.enabled ? openingOf([hours], submission, now) : null;
  if (present) return present;
  const standing = standingQuestion(submission, now);
  if (standing) return standing;
  const earlier = openingOf(submission.hoursInForce ?? [], submission, now);
  return earlier && { ...earlier, question: { about: 'earlier_hours', answer: null } };
}

/** The same for one that is due at `at`: about a moment that is yet to come, nobody is asked before it. */
export function callingHoldAhead(
  hours: CallingHours,
  submission: HeldForHours & Pick<Submission, 'notBefore'>,
  at: number,
  now: number,
): CallingHold | null {
  const hold = callingHold(hours, submission, at);
  const isChosen = submission.notBefore !== null && submission.notBefore > now;
  return hold?.question && isChosen ? null : hold;
}

/** What was asked before stays asked until its moment has come; so does a hold whose hours are not known any more. */
function standingQuestion(
  { callingHold: held, hoursInForce }: HeldForHours,
  now: number,
): CallingHold | null {
  if (!held || held.until <= now) return null;
  if (!held.question) {
    return hoursInForce ? null : { ...held, question: { about: 'earlier_hours', answer: null } };
  }
  // A word to send now has run out without a send.
  const { about, answer } = held.question;
  return answer === 'send_now' ? { ...held, question: { about, answer: null } } : held;
}

/** When all of these hours allow a call next; null where they do now. */
function openingOf(hours: readonly HoursOfDay[], submission: HeldForHours, now: number): Opening | null {
  const nextOf = (moment: number): Opening | null =>
    hours.map((each) => openingAfter(each, submission, moment)).find((each) => each !== null) ?? null;
  const first = nextOf(now);
  if (hours.length < 2) return first;
  let opening = first;
  for (let tried = 0; opening && tried < OPENINGS_TRIED; tried++) {
    const later = nextOf(opening.until);
    if (!later) return opening;
    opening = later;
  }
  // No moment in common: it is looked at again at the first of them.
  return first;
}

function openingAfter(hours: HoursOfDay, submission: HeldForHours, moment: number): Opening | null {
  const { at, timeZones } = callingMoment({ ...hours, enabled: true }, submission, moment);
  if (at <= moment) return null;
  const [first = hours.defaultTimeZone, ...others] = timeZones;
  return { until: at, timeZone: openingZone(hours, [first, ...others], at) };
}

/** A word that would last longer than any was said by a clock that was put back since: nobody knows how long ago. */
function isWaived({ hoursWaivedUntil }: HeldForHours, now: number): boolean {
  return hoursWaivedUntil !== null && now < hoursWaivedUntil && hoursWaivedUntil <= now + WAIVER_MS;
}
