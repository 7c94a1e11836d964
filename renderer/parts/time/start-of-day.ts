/**
 * When a local day (`2026-11-21`), or the day `later` days after it, begins, UTC ms; null if the text is not a date. Days
 * before 1970 begin at 0, the earliest time that calls to main accept. Not a multiple of 24 hours: clocks change.
 */
export function startOfDay(day: string, later = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return null;
  return Math.max(0, new Date(Number(year), Number(month) - 1, Number(date) + later).getTime());
}
