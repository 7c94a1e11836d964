/** The names of the weekdays, Monday first. */
export function dayNames(): readonly { readonly long: string; readonly short: string }[] {
  const long = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
  const short = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
  return Array.from({ length: 7 }, (_, day) => {
    // 2024-01-01 was a Monday.
    const date = new Date(2024, 0, 1 + day);
    return { long: long.format(date), short: short.format(date) };
  });
}

/** The hours of a day in the system's format: `9 AM`, `09`. */
export function hourNames(): readonly string[] {
  const format = new Intl.DateTimeFormat(undefined, { hour: 'numeric' });
  return Array.from({ length: 24 }, (_, hour) => format.format(new Date(2024, 0, 1, hour)));
}

/** The weekdays (0 is Monday), starting with the locale's first day of the week. */
export function weekdaysInOrder(locale = new Intl.Locale(navigator.language)): readonly number[] {
  const first = firstDay(locale) - 1;
  return Array.from({ length: 7 }, (_, at) => (first + at) % 7);
}

/** 1 is Monday, 7 is Sunday. TypeScript doesn't know `getWeekInfo` yet (ECMA-402, Intl Locale Info). */
function firstDay(locale: Intl.Locale): number {
  const getWeekInfo: unknown = Reflect.get(locale, 'getWeekInfo');
  const info: unknown = typeof getWeekInfo === 'function' ? getWeekInfo.call(locale) : undefined;
  const day: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'firstDay') : undefined;
  return typeof day === 'number' ? day : 1;
}
