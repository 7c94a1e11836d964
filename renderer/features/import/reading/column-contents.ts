import type { ImportField } from '../../../../shared/import-problems.ts';
import { parsePhoneNumber, plainCharacters } from '../../../../shared/phone-number.ts';
import { isUuidShaped, submissionInput } from '../../../../shared/submission.ts';
import type { TableRow } from './table-row.ts';

/** The share of a column's cells that must match. */
export const MOSTLY = 0.7;

/** Cells to look at; all cells of a long list would take too long. */
const SAMPLE_SIZE = 200;

/** Whether a text is digits as people write a phone number, and not a date. */
export function looksLikePhone(text: string): boolean {
  const plain = plainCharacters(text);
  const digits = plain.replace(/\D/g, '').length;
  return (
    digits >= 7 &&
    digits <= 20 &&
    /\+\s*\d|^[\s\p{L}:.]*[\d\s()./\p{Pd}]{7,}/u.test(plain) &&
    !DATE.test(plain)
  );
}

const DATE = /^\d{4}-\d{2}-\d{2}|^\d{1,2}([./])\d{1,2}\1\d{2,4}/;

const HOLDS: Readonly<Record<ImportField, (text: string) => boolean>> = {
  candidateName: (text) => /\p{L}/u.test(text) && !isUuidShaped(text.trim()),
  phoneNumber: looksLikePhone,
  resumeUrl: (text) => submissionInput.shape.resumeUrl.safeParse(text).success,
  jobDescriptionId: (text) => text.trim() !== '',
  questionnaireTemplateId: (text) => text.trim() !== '',
  noticeOn: (text) => text.trim() !== '',
};

/** Whether most cells of a column are valid phone numbers, whatever its name. */
export function holdsPhones(column: number, rows: readonly TableRow[]): boolean {
  const texts: string[] = [];
  for (const { cells } of rows) {
    const text = cells[column]?.trim() ?? '';
    if (text !== '') texts.push(text);
    if (texts.length === SAMPLE_SIZE) break;
  }
  return (
    texts.length > 0 && texts.filter((text) => parsePhoneNumber(text).ok).length >= texts.length * MOSTLY
  );
}

/** The columns with any value that fits a field, without columns that repeat an earlier one in every row. */
export function columnsHolding(
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
  const normalise = field === 'phoneNumber' ? dialledCharacters : normaliseText;
  return holding.filter(
    (column, at) =>
      !holding
        .slice(0, at)
        .some((before) =>
          rows.every(
            ({ cells, links }) =>
              normalise(cells[before] ?? '') === normalise(cells[column] ?? '') &&
              links?.[before] === links?.[column],
          ),
        ),
  );
}

function dialledCharacters(text: string): string {
  return plainCharacters(text).replace(/[^\d+]/g, '');
}

function normaliseText(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLowerCase();
}
