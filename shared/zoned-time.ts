import { DAY_MS } from './durations.ts';

/** A moment as a clock on the wall of a time zone shows it. */
export interface LocalTime {
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number;
  /** Minutes after midnight. */
  readonly minutes: number;
  /** The local date's midnight, written as if it were UTC (ms). */
  readonly midnight: number;
}

/** The clock of a time zone. `walls`: what it shows, by moment: many submissions are judged at the same moment. */
interface Clock {
  readonly format: Intl.DateTimeFormat;
  readonly walls: Map<number, number>;
}

const clocks = new Map<string, Clock>();
const MOST_WALLS = 1000;

/** The local time in a time zone (IANA name) at a moment (UTC ms). */
export function localTime(zone: string, moment: number): LocalTime {
  const wall = wallClock(zone, moment);
  const midnight = Math.floor(wall / DAY_MS) * DAY_MS;
  return {
    weekday: new Date(midnight).getUTCDay() || 7,
    minutes: Math.floor((wall - midnight) / 60_000),
    midnight,
  };
}

/** The zone's local time at a moment, written as if it were UTC (ms). */
export function wallClock(zone: string, moment: number): number {
  const { format, walls } = clockOf(zone);
  const known = walls.get(moment);
  if (known !== undefined) return known;
  const wall = formatted(format, moment);
  if (walls.size >= MOST_WALLS) walls.clear();
  walls.set(moment, wall);
  return wall;
}

function clockOf(zone: string): Clock {
  const known = clocks.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const clock = { format, walls: new Map<number, number>() };
  clocks.set(zone, clock);
  return clock;
}

function formatted(format: Intl.DateTimeFormat, moment: number): number {
  const part = Object.fromEntries(
    format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  const wall = new Date(0);
  // Unlike `Date.UTC`, takes a year below 100 as it is: a year being typed is one.
  wall.setUTCFullYear(year, month - 1, day);
  return wall.setUTCHours(hour, minute, second);
}

/**
 * UTC ms of a local time: minutes after a local date's midnight, which is written as if it were UTC (ms). A time that a
 * clock change skips becomes the same time an hour later.
 */
export function momentOf(zone: string, midnight: number, minutes: number): number {
  const wall = midnight + minutes * 60_000;
  const guess = wall - (wallClock(zone, wall) - wall);
  const moment = wall - (wallClock(zone, guess) - guess);
  // For a skipped time the second guess may fall before the clock change: step over it.
  return wallClock(zone, moment) < wall ? moment + (wall - wallClock(zone, moment)) : moment;
}
