import type { CountryCode } from 'libphonenumber-js/min/es6';
import type { ImportProblem } from '../../../../shared/import-problems.ts';
import type { CellChoice } from './cell-choice.ts';

/** What a field's text is worth: a value, or a problem that may have ways out to choose from. */
export type Verdict =
  | {
      readonly value: string;
      readonly hint?: ImportProblem;
      /** The country that a phone number rings in, where that does not go without saying. */
      readonly country?: CountryCode | null;
    }
  | { readonly problem: ImportProblem; readonly choices?: readonly CellChoice[] };
