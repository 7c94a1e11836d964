type UnitDisplay = Intl.NumberFormatOptions['unitDisplay'];

function unit(name: string, unitDisplay: UnitDisplay, maximumFractionDigits = 0): Intl.NumberFormat {
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits });
}

const seconds = unit('second', 'short');
const minutes = unit('minute', 'short', 1);
const wholeMinutes = unit('minute', 'short');
const hours = unit('hour', 'short');
const days = unit('day', 'short');
const shortMinutes = unit('minute', 'narrow');
const shortHours = unit('hour', 'narrow');
const shortDays = unit('day', 'narrow');
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** A duration given in minutes, in the system's language: `40 sec`, `12.5 min`, `2 hr 5 min`, `3 days 4 hr`. */
export function formatDuration(length: number): string {
  if (length === 0) return minutes.format(0);
  if (length < 1) return seconds.format(length * 60);
  // 59.97 would be rounded to 60 min.
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

/** A round duration given in minutes, abbreviated: `15m`, `2h`, `4d`. */
export function formatShortDuration(length: number): string {
  if (length < MINUTES_PER_HOUR) return shortMinutes.format(length);
  if (length < MINUTES_PER_DAY) return shortHours.format(length / MINUTES_PER_HOUR);
  return shortDays.format(length / MINUTES_PER_DAY);
}

/** A number with at most one decimal. */
export function formatDecimal(value: number): string {
  return decimal.format(value);
}

/** A percentage such as `81%`; empty if there is nothing to take a share of. */
export function formatShare(part: number, all: number): string {
  return all === 0 ? '' : percent.format(part / all);
}
