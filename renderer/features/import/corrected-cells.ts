import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import type { OpenImport } from './import-state.ts';
import { type CheckedRow, mergedText } from './reading/check-rows.ts';
import type { RowValues } from './reading/import-fields.ts';
import type { ColumnMapping, FieldSource } from './reading/match-headers.ts';
import { headersOf } from './reading/source-rows.ts';
import type { TableRow } from './reading/table-row.ts';

/** The column names for the file saved for correction: the file's own, or else the fields they map to. */
export function headersToKeep({ source, mapping }: Pick<OpenImport, 'source' | 'mapping'>): string[] {
  if (source.headerAt !== null) return [...headersOf(source)];
  const names: string[] = [];
  for (const field of IMPORT_FIELDS) {
    const from = mapping[field];
    if (from.from !== 'columns') continue;
    const [first = 0, second] = from.columns;
    names[first] = field === 'candidateName' && second !== undefined ? 'First name' : FIELD_LABELS[field];
    if (second !== undefined) names[second] = field === 'candidateName' ? 'Last name' : 'Telephone';
  }
  return Array.from(names, (name) => name ?? '');
}

/** Returns a function that gives a row's cells as in the file, with corrections, choices and link targets filled in. */
export function cellsByNumber({ source, mapping, edits, checked }: OpenImport): (number: number) => string[] {
  return (number) => {
    const row = rowNumbered(source.rows, number);
    const checkedRow = rowNumbered(checked, number);
    const resumeUrl = checkedRow?.values.resumeUrl;
    const texts = {
      ...(row?.merged && mergedTexts(row, mapping)),
      ...(resumeUrl !== undefined && { resumeUrl }),
      ...takenChoices(checkedRow, edits.chosen.get(number)),
      ...edits.corrections.get(number),
    };
    return IMPORT_FIELDS.reduce<string[]>(
      (cells, field) => withText(cells, field, mapping[field], texts[field]),
      [...(row?.cells ?? [])],
    );
  };
}

/** The row with a number among rows in the order of the file; a map of a large file would take longer than a frame. */
function rowNumbered<Row extends { readonly number: number }>(
  rows: readonly Row[],
  number: number,
): Row | undefined {
  let from = 0;
  let until = rows.length;
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((rows[middle]?.number ?? number) < number) from = middle + 1;
    else until = middle;
  }
  const found = rows[from];
  return found?.number === number ? found : undefined;
}

/** A merged cell's text for each of its rows: the file saved for correction has no merged cells. */
function mergedTexts(row: TableRow, mapping: ColumnMapping): Partial<RowValues> {
  const texts = IMPORT_FIELDS.map((field) => [field, mergedText(row, field, mapping[field])] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

/** The choices that still apply: a choice lapses when its field is unresolved or mapped to another column. */
function takenChoices(
  row: CheckedRow | undefined,
  chosen: Partial<RowValues> | undefined,
): Partial<RowValues> {
  const fields = row?.fields;
  if (!fields || !chosen) return {};
  return Object.fromEntries(
    Object.entries(chosen).filter(([field, value]) => Reflect.get(fields, field) === value),
  );
}

/** Writes a field's text into its first column. */
function withText(
  cells: string[],
  field: ImportField,
  source: FieldSource,
  text: string | undefined,
): string[] {
  if (text === undefined || source.from !== 'columns') return cells;
  const [first = 0, ...others] = source.columns;
  if (cells[first] === text && others.length === 0) return cells;
  const said = Array.from({ length: Math.max(cells.length, first + 1) }, (_, at) => cells[at] ?? '');
  said[first] = text;
  // The parts of a name would be joined again; a second phone number is only used if the first is empty.
  if (field === 'candidateName') for (const column of others) said[column] = '';
  return said;
}
