import { IMPORT_FIELDS, type ImportField } from '../../../../shared/import-problems.ts';
import { columnsHolding, holdsPhones } from './column-contents.ts';
import {
  canonicalHeader,
  EITHER_NAME,
  FAMILY,
  FAMILY_IN_FRONT,
  GIVEN,
  isFax,
  isIdName,
  isRivalName,
  isRivalPhone,
  isRivalResume,
  KNOWN_NAMES,
} from './header-words.ts';
import { mapFields } from './import-fields.ts';
import type { TableRow } from './table-row.ts';

/** Where a field's values come from. */
export type FieldSource =
  /** One column; for a name, its parts in order; for a phone number, also a second one to use where the first is empty. */
  | { readonly from: 'columns'; readonly columns: readonly number[] }
  /** One Library entry or ID for every row. */
  | { readonly from: 'constant'; readonly value: string }
  /** Candidates the user has to choose from; no value is read until then. */
  | { readonly from: 'several'; readonly columns: readonly number[] }
  | { readonly from: 'nowhere' };

export type ColumnMapping = Readonly<Record<ImportField, FieldSource>>;

const NOWHERE: FieldSource = { from: 'nowhere' };

/**
 * Maps columns to fields by their headers, each column once. The user chooses between several for one field, because the
 * wrong one would call somebody else. With `rows`, ignores columns without fitting values and repeated columns.
 */
export function matchHeaders(headers: readonly string[], rows: readonly TableRow[] = []): ColumnMapping {
  const names = headers.map(canonicalHeader);
  const taken = new Set<number>();
  return mapFields((field) => {
    const found = sourceIn(field, headers, names, taken, rows);
    if (found.from === 'columns' || found.from === 'several') {
      for (const column of found.columns) taken.add(column);
    }
    return found;
  });
}

function sourceIn(
  field: ImportField,
  headers: readonly string[],
  names: readonly string[],
  taken: ReadonlySet<number>,
  rows: readonly TableRow[],
): FieldSource {
  if (field === 'candidateName') return nameSource(headers, names, rows);
  const known = columnsNamed(KNOWN_NAMES[field], names).filter((column) => !taken.has(column));
  const ids = known.filter((column) => isIdName(field, names[column] ?? ''));
  const [best] = known;
  if (best === undefined) return NOWHERE;
  const rivals = headers
    .map((_, column) => column)
    .filter((column) => !known.includes(column) && isRival(field, headers[column] ?? '', column, rows));
  return oneOrSeveral(columnsHolding(field, ids.length > 0 ? ids : [...known, ...rivals], rows), best);
}

/** Whether a header suggests the same kind of value without being a known name: the recruiter's phone. */
function isRival(field: ImportField, header: string, column: number, rows: readonly TableRow[]): boolean {
  if (field === 'resumeUrl') return isRivalResume(header);
  if (field !== 'phoneNumber' || isFax(header)) return false;
  return isRivalPhone(header) || holdsPhones(column, rows);
}

/** The only column, or several to choose from; `best` if the list is empty. */
function oneOrSeveral(columns: readonly number[], best: number): FieldSource {
  const [first = best, another] = columns;
  return another === undefined
    ? { from: 'columns', columns: [first] }
    : { from: 'several', columns: columns.toSorted((a, b) => a - b) };
}

/** Columns with a known name, in order of preference. */
function columnsNamed(known: readonly string[], names: readonly string[]): readonly number[] {
  return names
    .map((name, column) => ({ column, rank: known.indexOf(name) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ column }) => column);
}

function columnsWhere(texts: readonly string[], holds: (text: string) => boolean): readonly number[] {
  return texts.flatMap((text, column) => (holds(text) ? [column] : []));
}

/** First and last name in separate columns, in this order, or the column with the full name. */
function nameSource(
  headers: readonly string[],
  names: readonly string[],
  rows: readonly TableRow[],
): FieldSource {
  const held = (columns: readonly number[]) => {
    const holding = columnsHolding('candidateName', columns, rows);
    return holding.length > 0 ? holding : columns.slice(0, 1);
  };
  const given = held(columnsWhere(names, (name) => GIVEN.has(name)));
  const family = held(columnsWhere(names, (name) => FAMILY.has(name)));
  const known = columnsNamed(KNOWN_NAMES.candidateName, names);
  const rivals = columnsWhere(headers, isRivalName).filter((column) => !known.includes(column));
  const whole = held(known.length === 0 ? [] : [...known, ...rivals]);
  const parts = nameParts(given, family, whole, names);
  if (!parts) {
    const [best] = whole;
    if (given.length > 1 || family.length > 1) return severalOf(given, family, whole);
    return best === undefined ? NOWHERE : oneOrSeveral(whole, best);
  }
  const others = whole.filter((column) => !parts.includes(column) && !repeatsParts(column, parts, rows));
  return others.length === 0 ? { from: 'columns', columns: parts } : severalOf(parts, others);
}

function severalOf(...columns: readonly (readonly number[])[]): FieldSource {
  return { from: 'several', columns: [...new Set(columns.flat())].sort((a, b) => a - b) };
}

/** The columns of first and last name; undefined if the name is not in exactly two columns. */
function nameParts(
  given: readonly number[],
  family: readonly number[],
  whole: readonly number[],
  names: readonly string[],
): readonly number[] | undefined {
  if (given.length > 1 || family.length > 1) return undefined;
  const [first, last] = [given[0], family[0]];
  if (first !== undefined && last !== undefined) {
    return FAMILY_IN_FRONT.has(names[last] ?? '') ? [last, first] : [first, last];
  }
  const either = whole.find((column) => EITHER_NAME.has(names[column] ?? ''));
  if (either === undefined) return undefined;
  if (first !== undefined) return [first, either];
  // "Name" next to "Surname" is the first name, as is "Nombre" next to "Apellidos".
  if (last === undefined) return undefined;
  return FAMILY_IN_FRONT.has(names[last] ?? '') ? [last, either] : [either, last];
}

/** Whether a column only repeats the parts of the name, in either order. */
function repeatsParts(
  column: number,
  [first = 0, last = 0]: readonly number[],
  rows: readonly TableRow[],
): boolean {
  const wordsOf = (...texts: readonly (string | undefined)[]) =>
    texts
      .join(' ')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((word) => word !== '')
      .sort()
      .join(' ');
  return (
    rows.length > 0 &&
    rows.every(({ cells }) => wordsOf(cells[column]) === wordsOf(cells[first], cells[last]))
  );
}

/** The number of fields with at least one column. */
export function countMatched(mapping: ColumnMapping): number {
  return IMPORT_FIELDS.filter((field) => {
    const { from } = mapping[field];
    return from === 'columns' || from === 'several';
  }).length;
}
