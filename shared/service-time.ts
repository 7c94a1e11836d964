/** Letters, digits and the signs of dates in any of the usual ways to write them, with a year in full. */
const LIKE_A_DATE = /^(?=.*\d{4})[A-Za-z\d][\w ,:.+\-/()]*$/;

/**
 * The moment that a text of the service names (service-interface.md §2: ISO 8601), UTC ms; NaN where it names none.
 * `Date.parse` alone takes `<b>1</b>` for a day of 2001.
 */
export function serviceTime(text: string | null | undefined): number {
  return text != null && text.length <= 100 && LIKE_A_DATE.test(text) ? Date.parse(text) : Number.NaN;
}
