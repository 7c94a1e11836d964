import type { LibraryKind } from '../../../shared/library.ts';
import { type SubmissionFields, submissionInput } from '../../../shared/submission.ts';
import { eachField, type ImportField, LIBRARY_FIELDS, type RowValues } from './import-fields.ts';
import { candidateRows, type ImportSource } from './import-source.ts';
import type { ColumnMapping, FieldSource } from './match-headers.ts';
import type { TableRow } from './parse-table.ts';

/** What is wrong with a row, and in which field; null means the row as a whole. */
export interface RowProblem {
  readonly field: ImportField | null;
  readonly message: string;
}

/** A row by itself, whatever the others say. */
export interface CheckedRow {
  readonly number: number;
  /** As in the file, or as put right. */
  readonly values: RowValues;
  /** The same with the Library's names replaced by their ids. */
  readonly resolved: RowValues;
  readonly problems: readonly RowProblem[];
  /** What would be submitted; null while there are problems. */
  readonly fields: SubmissionFields | null;
}

type Verdict = { readonly value: string } | { readonly problem: string };

/** Judges one field's text; remembers each text, for thousands of rows share jobs and are judged again and again. */
export type FieldChecker = (field: ImportField, text: string) => Verdict;

/** Finds the id of what the Library calls by this name. */
export type LibraryLookup = (kind: LibraryKind, name: string) => string | undefined;

export interface CheckOptions {
  readonly mapping: ColumnMapping;
  /** Rows put right by hand, by number. */
  readonly corrections: ReadonlyMap<number, RowValues>;
  readonly check: FieldChecker;
  readonly lookUp: LibraryLookup;
}

/** Makes a checker by the rules of New request (the shared schema `submissionInput`). */
export function createFieldChecker(): FieldChecker {
  const known = eachField(() => new Map<string, Verdict>());
  return (field, text) => {
    const found = known[field].get(text) ?? verdictOf(field, text);
    known[field].set(text, found);
    return found;
  };
}

function verdictOf(field: ImportField, text: string): Verdict {
  if (field === 'phoneNumber' && ROUNDED_NUMBER.test(text)) {
    return { problem: 'The spreadsheet has rounded this number. Format the column as text there.' };
  }
  const judged = submissionInput.shape[field].safeParse(text);
  if (judged.success) return { value: judged.data };
  return { problem: judged.error.issues[0]?.message ?? 'This is not right.' };
}

/** `4.91511E+12`: digits are gone for good. */
const ROUNDED_NUMBER = /^\d[.,]\d+E\+?\d+$/i;

/** Every candidate of a source with what is wrong, field by field. */
export function checkRows(source: ImportSource, options: CheckOptions): readonly CheckedRow[] {
  const width = source.hasHeaders ? source.rows[0]?.cells.length : undefined;
  return candidateRows(source).map((row) => {
    const corrected = options.corrections.get(row.number);
    const values = corrected ?? eachField((field) => textOf(row, options.mapping[field]));
    return checkedRow(row.number, values, corrected ? [] : shapeProblems(row, width), options);
  });
}

function checkedRow(
  number: number,
  values: RowValues,
  shape: readonly RowProblem[],
  { check, lookUp }: CheckOptions,
): CheckedRow {
  const problems = [...shape];
  const resolved = eachField((field) => idOf(field, values[field], lookUp));
  const fields = eachField((field) => {
    const verdict = check(field, resolved[field]);
    if ('value' in verdict) return verdict.value;
    problems.push({ field, message: verdict.problem });
    return '';
  });
  return { number, values, resolved, problems, fields: problems.length === 0 ? fields : null };
}

/** Spreadsheets say "Backend engineer" where the service wants an id. */
function idOf(field: ImportField, text: string, lookUp: LibraryLookup): string {
  const kind = LIBRARY_FIELDS[field];
  return (kind && lookUp(kind, text)) ?? text;
}

function textOf(row: TableRow, source: FieldSource): string {
  switch (source.from) {
    case 'column':
      return plainText(row.cells[source.column] ?? '');
    case 'constant':
      return source.value;
    case 'nowhere':
      return '';
  }
}

/** Exports guard cells against being run as formulas with an apostrophe (`'+49…`), our own included. */
function plainText(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, '');
}

/** A row that was cut in the wrong places may hold somebody else's number. */
function shapeProblems(row: TableRow, width: number | undefined): RowProblem[] {
  if (row.brokenQuote) {
    return [
      {
        field: null,
        message: 'A quotation mark is not closed here: this may be several rows. Check the file.',
      },
    ];
  }
  if (width !== undefined && row.cells.slice(width).some((cell) => cell.trim() !== '')) {
    return [{ field: null, message: 'This row has more cells than there are columns. Check the file.' }];
  }
  return [];
}
