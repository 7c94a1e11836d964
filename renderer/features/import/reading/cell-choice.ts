import type { CountryCode } from 'libphonenumber-js/min/es6';

/** How a choice reads its cell. */
export type ChoiceKind =
  /** A phone number as dialled within the country chosen for numbers without a country code. */
  | 'national'
  /** `national` with a leading zero: spreadsheets drop it, and in some countries it is part of the number. */
  | 'zero'
  /** A phone number that only lacks its +. */
  | 'plus'
  /** A phone number as written, though its country is not known to assign such numbers. */
  | 'written'
  /** A phone number without the second of two country codes. */
  | 'once'
  /** The number by which its country replaced this one, or by which a place in its plan is called from abroad. */
  | 'now'
  /** A name as it is, although it looks garbled. */
  | 'right'
  /** A number as the spreadsheet formats it: `0012`. */
  | 'shown'
  /** A number without its format: `12`. */
  | 'plain'
  /** A day with the day before the month: 3 April for `03/04/2026`. */
  | 'day_first'
  /** A day with the month before the day: 4 March for `03/04/2026`. */
  | 'month_first';

/** One reading of an ambiguous or doubtful cell; the user chooses. */
export interface CellChoice {
  readonly kind: ChoiceKind;
  /** The value to submit; E.164 for a phone number, `2026-04-03` for a day. */
  readonly value: string;
  readonly label: string;
  /** The country of a phone number; null if unknown. */
  readonly country: CountryCode | null;
}
