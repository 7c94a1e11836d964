import { cityOf, offsetOf } from '../../../shared/time-zone-names.ts';
import { dayAndTimeIn, ownTimeZone, timeIn } from './day-and-time.ts';
import type { ChosenTime } from './send-later-zone.ts';

/**
 * When a submission is sent that waits for its chosen time: `Sends tomorrow 9:00 (their time)`, with the user's own time if
 * the clocks differ. `now`: UTC ms.
 */
export function sendsWords({ at, timeZone }: ChosenTime, now: number): string {
  if (timeZone === null) return `Sends ${dayAndTimeIn(ownTimeZone(), at, now)}`;
  const own = ownWords(at, timeZone, now);
  return `Sends ${dayAndTimeIn(timeZone, at, now)} (their time)${own === null ? '' : `, ${own} yours`}`;
}

/** A chosen time for a field's description, on both clocks if they differ. `timeZone`: the candidate's; null if unknown. */
export function bothClocksWords(at: number, timeZone: string | null, now: number): string {
  if (timeZone === null) return `${capitalised(dayAndTimeIn(ownTimeZone(), at, now))}, your time.`;
  const there = capitalised(`${dayAndTimeIn(timeZone, at, now)} in ${cityOf(timeZone)}`);
  const own = ownWords(at, timeZone, now);
  return own === null ? `${there}.` : `${there}, ${own} your time.`;
}

/** The same moment on the user's clock, with the day if it is another one; null if both clocks show the same. */
export function ownWords(at: number, timeZone: string, now: number): string | null {
  const own = ownTimeZone();
  if (offsetOf(own, at) === offsetOf(timeZone, at)) return null;
  const here = dayAndTimeIn(own, at, now);
  const [time, ownTime] = [timeIn(timeZone, at), timeIn(own, at)];
  const isSameDay = here.slice(0, -ownTime.length) === dayAndTimeIn(timeZone, at, now).slice(0, -time.length);
  return isSameDay ? ownTime : here;
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
