import type { ImportField } from '../../../../shared/import-problems.ts';
import { parsePhoneNumber } from '../../../../shared/phone-number.ts';
import { isUuidShaped, submissionInput } from '../../../../shared/submission.ts';
import { columnsHolding, looksLikePhone, MOSTLY } from './column-contents.ts';
import { mapFields } from './import-fields.ts';
import type { ColumnMapping, FieldSource } from './match-headers.ts';
import type { TableRow } from './table-row.ts';

const SAMPLE_ROWS = 50;

const LOOKS_LIKE: Readonly<Partial<Record<ImportField, (text: string) => boolean>>> = {
  phoneNumber: (text) => parsePhoneNumber(text).ok || looksLikePhone(text),
  resumeUrl: (text) => submissionInput.shape.resumeUrl.safeParse(text).success,
  jobDescriptionId: isUuidShaped,
  candidateName: (text) => /^[\p{L}\p{M}'’.,\s-]{2,}$/u.test(text),
};

/** Guesses the mapping of a file without column names from its values. */
export function guessColumns(rows: readonly TableRow[]): ColumnMapping {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length));
  const taken = new Set<number>();
  const found = new Map<ImportField, FieldSource>();
  // The most distinctive kinds first.
  for (const field of ['resumeUrl', 'jobDescriptionId', 'phoneNumber', 'candidateName'] as const) {
    const fitting = Array.from({ length: width }, (_, column) => column).filter(
      (column) => !taken.has(column) && holdsMostly(sample, column, LOOKS_LIKE[field]),
    );
    const likely = field === 'candidateName' ? mostlyOfTwoWords(sample, fitting) : fitting;
    const columns = columnsHolding(field, likely, rows);
    if (columns.length === 0) continue;
    for (const column of columns) taken.add(column);
    found.set(field, { from: columns.length === 1 ? 'columns' : 'several', columns });
  }
  return mapFields((field) => found.get(field) ?? { from: 'nowhere' });
}

/** The columns with full names rather than forms of address; all columns if none has full names. */
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
