import type { CountryCode } from 'libphonenumber-js/min/es6';
import type { ImportProblem } from '../../../../shared/import-problems.ts';
import type { CellChoice } from './cell-choice.ts';

/** The result of checking a field's text: a value, or a problem that may offer choices. */
export type Verdict =
  | {
      readonly value: string;
      readonly hint?: ImportProblem;
      /** A phone number's country, if it is not obvious. */
      readonly country?: CountryCode | null;
    }
  | { readonly problem: ImportProblem; readonly choices?: readonly CellChoice[] };
