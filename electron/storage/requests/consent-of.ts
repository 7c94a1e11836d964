import type { Consent } from '../../../shared/submission.ts';
import { integerOrNull, type Row, text } from '../operation.ts';

/** The consent stored with a submission: `consent_at` and `consent_wording` of its row, both or neither. */
export function consentOf(row: Row): Consent | null {
  const at = integerOrNull(row, 'consent_at');
  return at === null ? null : { at, wording: text(row, 'consent_wording') };
}
