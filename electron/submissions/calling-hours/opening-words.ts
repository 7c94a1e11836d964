import type { CallingHold } from '../../../shared/submission.ts';
import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';

/** What is waited for, as the end of a sentence, with the clock of the system's locale: `09:00 in Los Angeles (calling hours)`. */
export function openingWords({ until, timeZone }: CallingHold, now: number): string {
  return `${clockIn(timeZone, until, now)} in ${cityOf(timeZone)} (calling hours)`;
}
