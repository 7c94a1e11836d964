import type { ImportField } from '../../../../shared/import-problems.ts';
import { parsePhoneNumber } from '../../../../shared/phone-number.ts';
import { isUuidShaped, submissionInput } from '../../../../shared/submission.ts';
import { heldBy, looksLikePhone, MOSTLY } from './column-contents.ts';
import { eachField } from './import-fields.ts';
import type { ColumnMapping, FieldSource } from './match-headers.ts';
import type { TableRow } from './table-row.ts';

/** As many rows as tell what a column holds. */
const LOOKED_AT = 50;

const LOOKS_LIKE: Readonly<Partial<Record<ImportField, (text: string) => boolean>>> = {
  phoneNumber: (text) => parsePhoneNumber(text).ok || looksLikePhone(text),
  resumeUrl: (text) => submissionInput.shape.resumeUrl.safeParse(text).success,
  jobDescriptionId: isUuidShaped,
  candidateName: (text) => /^[\p{L}\p{M}'’.,\s-]{2,}$/u.test(text),
};

/** What the columns of a file without names seem to hold; a proposal that the person looks at, or a choice of several. */
export function guessColumns(rows: readonly TableRow[]): ColumnMapping {
  const sample = rows.slice(0, LOOKED_AT);
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  const taken = new Set<number>();
  const found = new Map<ImportField, FieldSource>();
  // The surest kinds first: a number is never taken for a name.
  for (const field of ['resumeUrl', 'jobDescriptionId', 'phoneNumber', 'candidateName'] as const) {
    const fitting = Array.from({ length: width }, (_, column) => column).filter(
      (column) => !taken.has(column) && holdsMostly(sample, column, LOOKS_LIKE[field]),
    );
    const likely = field === 'candidateName' ? mostlyOfTwoWords(sample, fitting) : fitting;
    const columns = heldBy(field, likely, rows);
    if (columns.length === 0) continue;
    for (const column of columns) taken.add(column);
    found.set(field, { from: columns.length === 1 ? 'columns' : 'several', columns });
  }
  return eachField((field) => found.get(field) ?? { from: 'nowhere' });
}

/** Of columns of words those with full names, not the one with how people are addressed; all where none has any. */
function mostlyOfTwoWords(rows: readonly TableRow[], columns: readonly number[]): readonly number[] {
  const full = columns.filter((column) => holdsMostly(rows, column, (text) => /\S\s+\S/.test(text)));
  return full.length > 0 ? full : columns;
}

function holdsMostly(
  rows: readonly TableRow[],
  column: number,
  looksRight: ((text: string) => boolean) | undefined,
): boolean {
  const texts = rows.map(({ cells }) => cells[column]?.trim() ?? '').filter((text) => text !== '');
  if (texts.length === 0 || !looksRight) return false;
  return texts.filter(looksRight).length >= texts.length * MOSTLY;
}
