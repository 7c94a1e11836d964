/**
 * When a local day (`2026-11-21`), or the day `later` days after it, begins, UTC ms; null if the text is not a date. Not
 * a multiple of 24 hours: clocks change.
 */
export function startOfDay(day: string, later = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  return year === undefined
    ? null
    : new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
}
