import type { ImportField } from '../../../shared/import-problems.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';

/** What a field is called within a sentence: `phone number`, `day of notice`. */
export function fieldNoun(field: ImportField): string {
  return field === 'noticeOn' ? 'day of notice' : FIELD_LABELS[field].toLowerCase();
}

/** The same of several. */
export function fieldNouns(field: ImportField): string {
  return field === 'noticeOn' ? 'days of notice' : `${fieldNoun(field)}s`;
}
