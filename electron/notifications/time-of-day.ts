import type { QuietHours } from '../../shared/notifications.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** The first moment after `after` at which this computer's clock shows `time` (`HH:MM`); all moments are UTC ms. */
export function nextTimeOfDay(after: number, time: string): number {
  const [corrected, uncorrected] = momentsAhead(after, minutesOf(time));
  return corrected > after ? corrected : uncorrected;
}

/** When the quiet that reigns at this moment ends; undefined where none reigns. */
export function quietUntil(quiet: QuietHours, at: number): number | undefined {
  if (!isQuiet(quiet, at)) return undefined;
  const [corrected, uncorrected] = momentsAhead(at, minutesOf(quiet.until));
  // An end that the clock leaps over when summer begins is the leap.
  return corrected > at && !isQuiet(quiet, corrected) ? corrected : uncorrected;
}

/** Whether it is quiet. Two equal times are no hours at all. */
export function isQuiet({ enabled, from, until }: QuietHours, at: number): boolean {
  if (!enabled || from === until) return false;
  const now = minutesAt(at);
  return minutesOf(from) < minutesOf(until)
    ? now >= minutesOf(from) && now < minutesOf(until)
    : now >= minutesOf(from) || now < minutesOf(until);
}

/** The next full hour of this computer's clock. */
export function nextFullHour(after: number): number {
  const into = after - startOfMinute(after) + (minutesAt(after) % 60) * MINUTE_MS;
  return after - into + 60 * MINUTE_MS;
}

/** When the clock shows these minutes of the day next: with a change of summer time on the way reckoned in, and without. */
function momentsAhead(at: number, minutes: number): readonly [corrected: number, uncorrected: number] {
  const ahead = (minutes - minutesAt(at) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  const uncorrected = startOfMinute(at) + ahead * MINUTE_MS;
  const shift = new Date(uncorrected).getTimezoneOffset() - new Date(at).getTimezoneOffset();
  return [uncorrected + shift * MINUTE_MS, uncorrected];
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function minutesAt(at: number): number {
  const date = new Date(at);
  return date.getHours() * 60 + date.getMinutes();
}

function startOfMinute(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}
