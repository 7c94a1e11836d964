/** The local date of a moment (UTC ms), such as `2026-10-21`. */
export function localDay(at: number): string {
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
