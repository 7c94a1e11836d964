import type { CallingHold, Opening } from '../../../shared/submission.ts';
import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';

/** What is waited for, as the end of a sentence, with the clock of the system's locale: `09:00 in Los Angeles (calling hours)`. */
export function openingWords({ until, timeZone }: Opening, now: number): string {
  return `${clockIn(timeZone, until, now)} in ${cityOf(timeZone)} (calling hours)`;
}

/** Why one is held, and until when, for its history. */
export function holdWords(hold: CallingHold, now: number): string {
  const opening = openingWords(hold, now);
  switch (hold.question?.about) {
    case undefined:
      return `Held until ${opening}`;
    case 'earlier_hours':
      return `The rules would let it go now, outside the calling hours that held it: it waits for your word or until ${opening}`;
    case 'clock':
      return `The clock of this computer was set forward past its time: it waits for your word or until ${opening}`;
  }
}
