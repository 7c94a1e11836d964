import type { QuietHours } from '../../shared/notifications.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** The next time after `after` (UTC ms) at which the local clock shows `time` (`HH:MM`). */
export function nextTimeOfDay(after: number, time: string): number {
  const [corrected, uncorrected] = nextMoments(after, minutesOf(time));
  return corrected > after ? corrected : uncorrected;
}

/** When the current quiet hours end, UTC ms; undefined outside quiet hours. */
export function quietUntil(quiet: QuietHours, at: number): number | undefined {
  if (!isQuiet(quiet, at)) return undefined;
  const [corrected, uncorrected] = nextMoments(at, minutesOf(quiet.until));
  // If daylight saving time skips the end, quiet hours end at the switch.
  return corrected > at && !isQuiet(quiet, corrected) ? corrected : uncorrected;
}

/** Whether `at` is within quiet hours. Equal times mean none. */
export function isQuiet({ enabled, from, until }: QuietHours, at: number): boolean {
  if (!enabled || from === until) return false;
  const now = minutesAt(at);
  return minutesOf(from) < minutesOf(until)
    ? now >= minutesOf(from) && now < minutesOf(until)
    : now >= minutesOf(from) || now < minutesOf(until);
}

/** The next full hour of the local clock. */
export function nextFullHour(after: number): number {
  const into = after - startOfMinute(after) + (minutesAt(after) % 60) * MINUTE_MS;
  return after - into + 60 * MINUTE_MS;
}

/** The next time the local clock shows these minutes of the day, with and without a change to or from daylight saving time. */
function nextMoments(at: number, minutes: number): readonly [corrected: number, uncorrected: number] {
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
