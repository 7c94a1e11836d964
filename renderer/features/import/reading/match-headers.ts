import { IMPORT_FIELDS, type ImportField } from '../../../../shared/import-problems.ts';
import { heldBy, holdsPhones } from './column-contents.ts';
import {
  EITHER_NAME,
  FAMILY,
  GIVEN,
  isFax,
  isIdName,
  isRivalName,
  isRivalPhone,
  isRivalResume,
  KNOWN_NAMES,
  meantName,
} from './header-words.ts';
import { eachField } from './import-fields.ts';
import type { TableRow } from './table-row.ts';

/** Where a field's values come from. */
export type FieldSource =
  /**
   * One column. Of a name in parts, several, in the order they are said; of a phone number, a second one for the rows
   * whose first is empty.
   */
  | { readonly from: 'columns'; readonly columns: readonly number[] }
  /** One Library entry or id for every row. */
  | { readonly from: 'constant'; readonly value: string }
  /** Any of these columns: a person has to choose, and nothing is taken from them before. */
  | { readonly from: 'several'; readonly columns: readonly number[] }
  | { readonly from: 'nowhere' };

export type ColumnMapping = Readonly<Record<ImportField, FieldSource>>;

const NOWHERE: FieldSource = { from: 'nowhere' };

/**
 * Finds the columns of each field by their headers; no column is taken twice. Where several are of one kind, it is a
 * person's choice, for the wrong one would call somebody else. Of `rows`, where they are given, columns that hold nothing of the kind
 * do not count, nor does one that says the same as another.
 */
export function matchHeaders(headers: readonly string[], rows: readonly TableRow[] = []): ColumnMapping {
  const names = headers.map(meantName);
  const taken = new Set<number>();
  return eachField((field) => {
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
  const known = columnsCalled(KNOWN_NAMES[field], names).filter((column) => !taken.has(column));
  const ids = known.filter((column) => isIdName(field, names[column] ?? ''));
  const [best] = known;
  if (best === undefined) return NOWHERE;
  const rivals = headers
    .map((_, column) => column)
    .filter((column) => !known.includes(column) && isRival(field, headers[column] ?? '', column, rows));
  return oneOf(heldBy(field, ids.length > 0 ? ids : [...known, ...rivals], rows), best);
}

/** Headers that tell of the same kind of value, though they are not taken by themselves: the recruiter's phone. */
function isRival(field: ImportField, header: string, column: number, rows: readonly TableRow[]): boolean {
  if (field === 'resumeUrl') return isRivalResume(header);
  if (field !== 'phoneNumber' || isFax(header)) return false;
  return isRivalPhone(header) || holdsPhones(column, rows);
}

/** Those a person has to choose from; `best` where none of them holds anything yet. */
function oneOf(columns: readonly number[], best: number): FieldSource {
  const [first = best, another] = columns;
  return another === undefined
    ? { from: 'columns', columns: [first] }
    : { from: 'several', columns: columns.toSorted((a, b) => a - b) };
}

/** The best known name first. */
function columnsCalled(known: readonly string[], names: readonly string[]): readonly number[] {
  return names
    .map((name, column) => ({ column, rank: known.indexOf(name) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ column }) => column);
}

function columnsWhere(texts: readonly string[], holds: (text: string) => boolean): readonly number[] {
  return texts.flatMap((text, column) => (holds(text) ? [column] : []));
}

/** First and last name in columns of their own, the first one first, or the column with the whole name. */
function nameSource(
  headers: readonly string[],
  names: readonly string[],
  rows: readonly TableRow[],
): FieldSource {
  const held = (columns: readonly number[]) => {
    const holding = heldBy('candidateName', columns, rows);
    return holding.length > 0 ? holding : columns.slice(0, 1);
  };
  const given = held(columnsWhere(names, (name) => GIVEN.has(name)));
  const family = held(columnsWhere(names, (name) => FAMILY.has(name)));
  const known = columnsCalled(KNOWN_NAMES.candidateName, names);
  const whole = held(known.length === 0 ? [] : [...known, ...columnsWhere(headers, isRivalName)]);
  const parts = nameParts(given, family, whole, names);
  if (!parts) {
    const [best] = whole;
    if (given.length > 1 || family.length > 1) return severalOf(given, family, whole);
    return best === undefined ? NOWHERE : oneOf(whole, best);
  }
  const others = whole.filter((column) => !parts.includes(column) && !saysSame(column, parts, rows));
  return others.length === 0 ? { from: 'columns', columns: parts } : severalOf(parts, others);
}

function severalOf(...columns: readonly (readonly number[])[]): FieldSource {
  return { from: 'several', columns: [...new Set(columns.flat())].sort((a, b) => a - b) };
}

/** undefined where the name is not in parts, or in more than two. */
function nameParts(
  given: readonly number[],
  family: readonly number[],
  whole: readonly number[],
  names: readonly string[],
): readonly number[] | undefined {
  if (given.length > 1 || family.length > 1) return undefined;
  const [first, last] = [given[0], family[0]];
  if (first !== undefined && last !== undefined) return [first, last];
  const either = whole.find((column) => EITHER_NAME.has(names[column] ?? ''));
  if (either === undefined) return undefined;
  if (first !== undefined) return [first, either];
  // "Name" beside "Surname" is the first name, as "Nombre" is beside "Apellidos".
  return last === undefined ? undefined : [either, last];
}

/** Whether a column only has the parts of the name put together, in either order. */
function saysSame(
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

/** How many of the five fields have a column, or several. */
export function countMatched(mapping: ColumnMapping): number {
  return IMPORT_FIELDS.filter((field) => {
    const { from } = mapping[field];
    return from === 'columns' || from === 'several';
  }).length;
}
