import type { ImportField } from '../../../../shared/import-problems.ts';
import { parsePhoneNumber } from '../../../../shared/phone-number.ts';
import { isUuidShaped, submissionInput } from '../../../../shared/submission.ts';
import type { TableRow } from './table-row.ts';

/** So much of a column must be of a kind. */
export const MOSTLY = 0.7;

/** So many cells tell what a column holds: all of a long list would hold the window up. */
const MOST_LOOKED_AT = 200;

/** Digits as people write a phone number, and no date. */
export function looksLikePhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return (
    digits >= 7 && digits <= 20 && /\+\s*\d|^[\s\p{L}:.]*[\d\s()./\p{Pd}]{7,}/u.test(text) && !DATE.test(text)
  );
}

const DATE = /^\d{4}-\d{2}-\d{2}|^\d{1,2}([./])\d{1,2}\1\d{2,4}/;

const HOLDS: Readonly<Record<ImportField, (text: string) => boolean>> = {
  candidateName: (text) => /\p{L}/u.test(text) && !isUuidShaped(text.trim()),
  phoneNumber: looksLikePhone,
  resumeUrl: (text) => submissionInput.shape.resumeUrl.safeParse(text).success,
  jobDescriptionId: (text) => text.trim() !== '',
  questionnaireTemplateId: (text) => text.trim() !== '',
};

/** Whether most of what stands in a column are phone numbers beyond doubt, whatever it is called. */
export function holdsPhones(column: number, rows: readonly TableRow[]): boolean {
  const texts: string[] = [];
  for (const { cells } of rows) {
    const text = cells[column]?.trim() ?? '';
    if (text !== '') texts.push(text);
    if (texts.length === MOST_LOOKED_AT) break;
  }
  return (
    texts.length > 0 && texts.filter((text) => parsePhoneNumber(text).ok).length >= texts.length * MOSTLY
  );
}

/** The columns that hold anything of a field's kind, without those that say in every row what one before them says. */
export function heldBy(
  field: ImportField,
  columns: readonly number[],
  rows: readonly TableRow[],
): readonly number[] {
  if (rows.length === 0 || columns.length < 2) return columns;
  const holds = HOLDS[field];
  const holding = columns.filter((column) =>
    rows.some(
      ({ cells, links }) =>
        holds(cells[column] ?? '') || (field === 'resumeUrl' && links?.[column] !== undefined),
    ),
  );
  const same = field === 'phoneNumber' ? signsOf : wordsOf;
  return holding.filter(
    (column, at) =>
      !holding
        .slice(0, at)
        .some((before) =>
          rows.every(
            ({ cells, links }) =>
              same(cells[before] ?? '') === same(cells[column] ?? '') && links?.[before] === links?.[column],
          ),
        ),
  );
}

/** What of a phone number is dialled, and the +. */
function signsOf(text: string): string {
  return text.replace(/[^\d+]/g, '');
}

function wordsOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
