import type { CountryCode } from 'libphonenumber-js/min/es6';
import type { CellChoice } from './cell-choice.ts';

/** What a field's text is worth: a value, or a problem that may have ways out to choose from. */
export type Verdict =
  | {
      readonly value: string;
      readonly hint?: string;
      /** The country that a phone number rings in, where that does not go without saying. */
      readonly country?: CountryCode | null;
    }
  | { readonly problem: string; readonly choices?: readonly CellChoice[] };
