import type { CallingHold } from '../../../shared/submission.ts';
import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';

/** How clocks are written in the history: it is stored and read anywhere. */
const LOCALE = 'en-GB';

/** What is waited for, as the end of a sentence: `09:00 in Los Angeles (calling hours)`. */
export function openingWords({ until, timeZone }: CallingHold, now: number): string {
  return `${clockIn(timeZone, until, now, LOCALE)} in ${cityOf(timeZone)} (calling hours)`;
}
