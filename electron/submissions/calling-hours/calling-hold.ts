import { type CallingHours, openingZone } from '../../../shared/calling-hours.ts';
import type { CallingHold, Submission } from '../../../shared/submission.ts';
import { callingMoment } from './calling-moment.ts';

/** Of a submission, what decides when its candidate may be called. */
export type HeldForHours = Pick<Submission, 'phoneNumber' | 'timeZone' | 'anyHour' | 'hoursWaivedUntil'>;

/** What a submission has to wait for at `now` (UTC ms); null where its candidate may be called. */
export function callingHold(hours: CallingHours, submission: HeldForHours, now: number): CallingHold | null {
  const { anyHour, hoursWaivedUntil } = submission;
  if (!hours.enabled || anyHour || (hoursWaivedUntil !== null && now < hoursWaivedUntil)) return null;
  const { at, timeZones } = callingMoment(hours, submission, now);
  if (at <= now) return null;
  const [first = hours.defaultTimeZone, ...others] = timeZones;
  return { until: at, timeZone: openingZone(hours, [first, ...others], at) };
}
