import type { Verdict } from '../../../shared/request.ts';

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  none: 'No verdict',
  no: 'No',
  maybe: 'Maybe',
  yes: 'Yes',
};
