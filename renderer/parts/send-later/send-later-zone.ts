import { lastTimeZone } from '../../../shared/send-later.ts';
import { cityOf } from '../../../shared/time-zone-names.ts';
import { ownTimeZone } from './day-and-time.ts';

/** On whose clock the times of Send later are, and why. */
export interface SendLaterZone {
  /** IANA name. */
  readonly timeZone: string;
  /**
   * - `one`      the candidate's only time zone
   * - `several`  the candidate may be in several: the last of them to reach a time
   * - `unknown`  the number tells none: the user's own
   * - `no_number` there is no valid number yet: the user's own
   * - `own`      there is no single candidate: the user's own
   */
  readonly basis: 'one' | 'several' | 'unknown' | 'no_number' | 'own';
}

/** A time that a person chose, and the candidate's time zone in which they chose it; null for their own. */
export interface ChosenTime {
  /** UTC ms. */
  readonly at: number;
  readonly timeZone: string | null;
}

/** The user's own time zone, where there is no single candidate. */
export function ownSendLaterZone(): SendLaterZone {
  return { timeZone: ownTimeZone(), basis: 'own' };
}

/** The zone for a candidate who may be in these time zones; null while there is no valid number. */
export function sendLaterZone(timeZones: readonly string[] | null, now: number): SendLaterZone {
  if (timeZones === null) return { timeZone: ownTimeZone(), basis: 'no_number' };
  const last = lastTimeZone(timeZones, now);
  if (last === undefined) return { timeZone: ownTimeZone(), basis: 'unknown' };
  return { timeZone: last, basis: timeZones.length === 1 ? 'one' : 'several' };
}

/** Whether the times are on the candidate's clock. */
export function isTheirClock({ basis }: SendLaterZone): boolean {
  return basis === 'one' || basis === 'several';
}

/** Says on whose clock the times are. */
export function zoneWords({ timeZone, basis }: SendLaterZone): string {
  const city = cityOf(timeZone);
  switch (basis) {
    case 'one':
      return `Times are the candidate's, in ${city}.`;
    case 'several':
      return `This number can be in several time zones. Times are for ${city}, where the day starts last.`;
    case 'unknown':
      return `This number doesn't tell its time zone. Times are yours, in ${city}.`;
    case 'no_number':
      return `Times are yours, in ${city}, until you enter the phone number.`;
    default:
      return `Times are yours, in ${city}.`;
  }
}
