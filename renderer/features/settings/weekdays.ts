import { DAY_MS } from '../../../shared/durations.ts';

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);

const nameOf = (width: 'short' | 'long', day: number) =>
  new Intl.DateTimeFormat(undefined, { weekday: width, timeZone: 'UTC' }).format(MONDAY + (day - 1) * DAY_MS);

/** The days of the week from Monday (1) to Sunday (7), in the system's locale. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  day,
  short: nameOf('short', day),
  long: nameOf('long', day),
}));
