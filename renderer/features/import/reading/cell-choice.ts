import type { CountryCode } from 'libphonenumber-js/min/es6';

/** How a reading of a cell comes about. */
export type ChoiceKind =
  /** A phone number as it is dialled within the country chosen for numbers without a country code. */
  | 'national'
  /** The same with a zero in front that is missing: spreadsheets eat it, and in some countries it is part of the number. */
  | 'zero'
  /** A phone number of which only the + in front is missing. */
  | 'plus'
  /** A phone number as it stands there, though its country is not known to hand out such numbers. */
  | 'written'
  /** A phone number whose country code stands there twice. */
  | 'once'
  /** A cell's number in the format the spreadsheet shows it in: `0012`. */
  | 'shown'
  /** A cell's number as it is without that format: `12`. */
  | 'plain';

/** One reading of a cell that has several, or one that is not sure enough: a person chooses. */
export interface CellChoice {
  readonly kind: ChoiceKind;
  /** What is submitted if this is chosen; of a phone number its E.164 form. */
  readonly value: string;
  /** For reading. */
  readonly label: string;
  /** The country that a phone number would ring in, where the number tells. */
  readonly country: CountryCode | null;
}
