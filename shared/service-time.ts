/** Characters of common date formats, with a four-digit year. */
const LIKE_A_DATE = /^(?=.*\d{4})[A-Za-z\d][\w ,:.+\-/()]*$/;

/**
 * Parses a time of the service (docs/service.md, Fields: ISO 8601) to UTC ms; NaN if it is none. `Date.parse` alone
 * would read `<b>1</b>` as a day in 2001.
 */
export function serviceTime(text: string | null | undefined): number {
  return text != null && text.length <= 100 && LIKE_A_DATE.test(text) ? Date.parse(text) : Number.NaN;
}
