/** Days of this computer's calendar, as date fields write them (`2026-11-21`), and the moments they begin. */

/** When a day begins, UTC ms; null for what is no day. */
export function dayBegins(day: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (!match) return null;
  const at = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return at.getTime();
}

/** When the day after this one begins, UTC ms: not 24 hours later where clocks change. */
export function dayEnds(day: string): number | null {
  const begins = dayBegins(day);
  return begins === null ? null : daysLater(begins, 1);
}

/** The beginning of a day so many days later or earlier. */
export function daysLater(begins: number, days: number): number {
  const at = new Date(begins);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

/** The day of a moment. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Ranges of days that are chosen at once, from the first day to today. */
export function dayPresets(now: number): readonly { readonly name: string; readonly from: number }[] {
  const today = dayBegins(dayOf(now)) ?? now;
  const date = new Date(now);
  return [
    { name: 'Today', from: today },
    { name: 'Last 7 days', from: daysLater(today, -6) },
    { name: 'Last 30 days', from: daysLater(today, -29) },
    { name: 'This month', from: new Date(date.getFullYear(), date.getMonth(), 1).getTime() },
  ];
}
