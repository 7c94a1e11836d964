import { DAY_MS } from './durations.ts';
import { localTime, momentOf, wallClock } from './zoned-time.ts';

/** The times that Send later offers, each in the candidate's time zone. */
const SEND_LATER_PRESETS = ['in_an_hour', 'today', 'tomorrow', 'monday'] as const;
export type SendLaterPresetName = (typeof SEND_LATER_PRESETS)[number];

export interface SendLaterPreset {
  readonly name: SendLaterPresetName;
  /** UTC ms. */
  readonly at: number;
}

const MINUTE_MS = 60_000;
const NINE = 9 * 60;
const MONDAY = 1;

/**
 * The presets for a time zone at `now` (UTC ms), all of them later than `now`, without those that another one already is:
 * `today` (9:00, while that is ahead), `tomorrow` (9:00 of the next local day) and `monday` (9:00 of the first Monday after
 * today). An hour is rounded up to a full minute: nobody is called earlier than asked.
 */
export function sendLaterPresets(timeZone: string, now: number): readonly SendLaterPreset[] {
  const { weekday, midnight } = localTime(timeZone, now);
  const nine = (days: number) => momentOf(timeZone, midnight + days * DAY_MS, NINE);
  // From Monday itself, the one of next week.
  const untilMonday = (MONDAY - weekday + 7) % 7 || 7;
  const presets: readonly SendLaterPreset[] = [
    { name: 'in_an_hour', at: Math.ceil((now + 60 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS },
    { name: 'today', at: nine(0) },
    { name: 'tomorrow', at: nine(1) },
    { name: 'monday', at: nine(untilMonday) },
  ];
  return presets.filter(
    ({ at }, index) => at > now && presets.findIndex((other) => other.at === at) === index,
  );
}

/** The last of these time zones to reach any local time: at 9:00 there, it is nowhere earlier than 9:00. */
export function lastTimeZone(timeZones: readonly string[], now: number): string | undefined {
  const [first, ...others] = timeZones.map((timeZone) => ({ timeZone, clock: wallClock(timeZone, now) }));
  return first && others.reduce((last, each) => (each.clock < last.clock ? each : last), first).timeZone;
}

/** The same local date and time in another time zone, UTC ms. */
export function sameLocalTime(at: number, from: string, to: string): number {
  return from === to ? at : momentOfWallClock(wallClock(from, at), to);
}

/** Formats a moment (UTC ms) as the value of a `datetime-local` input, in a time zone's local time. */
export function toZonedInput(at: number, timeZone: string): string {
  return new Date(wallClock(timeZone, at)).toISOString().slice(0, 16);
}

/** Parses the value of a `datetime-local` input as a time zone's local time (UTC ms); null if empty or invalid. */
export function fromZonedInput(text: string, timeZone: string): number | null {
  const wall = text === '' ? Number.NaN : Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? null : momentOfWallClock(wall, timeZone);
}

function momentOfWallClock(wall: number, timeZone: string): number {
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  return momentOf(timeZone, midnight, (wall - midnight) / MINUTE_MS);
}
