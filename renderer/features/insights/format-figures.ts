const LONG = { unitDisplay: 'short' } as const;
const whole = { ...LONG, maximumFractionDigits: 0 } as const;
const seconds = unit('second', whole);
const minutes = unit('minute', { ...LONG, maximumFractionDigits: 1 });
const hours = unit('hour', whole);
const wholeMinutes = unit('minute', whole);
const days = unit('day', whole);
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

function unit(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: name, ...options });
}

/** A length of time given in minutes, in the system's words: `40 sec`, `12.5 min`, `2 hr 5 min`, `3 days 4 hr`. */
export function formatDuration(length: number): string {
  if (length === 0) return minutes.format(0);
  if (length < 1) return seconds.format(length * 60);
  // Not 59.97, which would read as 60 min.
  if (length < MINUTES_PER_HOUR - 0.05) return minutes.format(length);
  if (length < MINUTES_PER_DAY) return twoUnits(Math.round(length), MINUTES_PER_HOUR, hours, wholeMinutes);
  return twoUnits(Math.round(length / MINUTES_PER_HOUR), 24, days, hours);
}

function twoUnits(
  small: number,
  perLarge: number,
  large: Intl.NumberFormat,
  rest: Intl.NumberFormat,
): string {
  const left = small % perLarge;
  const first = large.format(Math.floor(small / perLarge));
  return left === 0 ? first : `${first} ${rest.format(left)}`;
}

/** A number with at most one decimal. */
export function formatDecimal(value: number): string {
  return decimal.format(value);
}

/** A part of a whole: `81%`; empty where there is no whole. */
export function formatShare(part: number, all: number): string {
  return all === 0 ? '' : percent.format(part / all);
}

const narrow = (name: string): Intl.NumberFormat =>
  new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: name,
    unitDisplay: 'narrow',
    maximumFractionDigits: 0,
  });
const shortMinutes = narrow('minute');
const shortHours = narrow('hour');
const shortDays = narrow('day');

/** A round length of time given in minutes, as short as it gets: `15m`, `2h`, `4d`. */
export function formatShortDuration(length: number): string {
  if (length < MINUTES_PER_HOUR) return shortMinutes.format(length);
  if (length < MINUTES_PER_DAY) return shortHours.format(length / MINUTES_PER_HOUR);
  return shortDays.format(length / MINUTES_PER_DAY);
}
