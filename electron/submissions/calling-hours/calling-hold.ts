import { type CallingHours, openingZone } from '../../../shared/calling-hours.ts';
import type { CallingHold, Submission } from '../../../shared/submission.ts';
import { callingMoment } from './calling-moment.ts';

/** Of a submission, what decides when its candidate may be called. */
export type HeldForHours = Pick<Submission, 'phoneNumber' | 'timeZone' | 'anyHour' | 'hoursWaivedUntil'>;

/** A person's word that the calling hours do not count is for now, ms: a try that fails does not call in the night. */
export const WAIVER_MS = 15 * 60 * 1000;

/** What a submission has to wait for at `now` (UTC ms); null where its candidate may be called. */
export function callingHold(hours: CallingHours, submission: HeldForHours, now: number): CallingHold | null {
  if (!hours.enabled || submission.anyHour || isWaived(submission, now)) return null;
  const { at, timeZones } = callingMoment(hours, submission, now);
  if (at <= now) return null;
  const [first = hours.defaultTimeZone, ...others] = timeZones;
  return { until: at, timeZone: openingZone(hours, [first, ...others], at) };
}

/** A word that would last longer than any was said by a clock that was put back since: nobody knows how long ago. */
function isWaived({ hoursWaivedUntil }: HeldForHours, now: number): boolean {
  return hoursWaivedUntil !== null && now < hoursWaivedUntil && hoursWaivedUntil <= now + WAIVER_MS;
}
