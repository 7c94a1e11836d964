import { EITHER_NAME, FAMILY, GIVEN, isMobile, KNOWN_NAMES, meantName } from './header-words.ts';
import { eachField, IMPORT_FIELDS, type ImportField } from './import-fields.ts';

/** Where a field's values come from. */
export type FieldSource =
  /**
   * One column. Of a name in parts, several, in the order they are said; of a phone number, a second one for the rows
   * whose first is empty.
   */
  | { readonly from: 'columns'; readonly columns: readonly number[] }
  /** One Library entry or id for every row. */
  | { readonly from: 'constant'; readonly value: string }
  | { readonly from: 'nowhere' };

export type ColumnMapping = Readonly<Record<ImportField, FieldSource>>;

const NOWHERE: FieldSource = { from: 'nowhere' };

/** Finds the columns of each field by their headers; no column is taken twice. */
export function matchHeaders(headers: readonly string[]): ColumnMapping {
  const names = headers.map(meantName);
  const taken = new Set<number>();
  const take = (field: ImportField): FieldSource => {
    const columns = field === 'candidateName' ? namePartsIn(names) : undefined;
    const found =
      field === 'phoneNumber'
        ? phoneColumns(headers, names)
        : (columns ?? columnCalled(KNOWN_NAMES[field], names, taken));
    for (const column of found) taken.add(column);
    return found.length === 0 ? NOWHERE : { from: 'columns', columns: found };
  };
  return eachField(take);
}

function columnCalled(
  known: readonly string[],
  names: readonly string[],
  taken: ReadonlySet<number>,
): readonly number[] {
  for (const name of known) {
    const column = names.findIndex((found, at) => found === name && !taken.has(at));
    if (column >= 0) return [column];
  }
  return [];
}

/** The best two: mobile phones first, for people are more often with them; then the better names. */
function phoneColumns(headers: readonly string[], names: readonly string[]): readonly number[] {
  return headers
    .map((header, column) => ({
      column,
      landline: Number(!isMobile(header)),
      rank: KNOWN_NAMES.phoneNumber.indexOf(names[column] ?? ''),
    }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.landline - b.landline || a.rank - b.rank)
    .slice(0, 2)
    .map(({ column }) => column);
}

/** First and last name in columns of their own, the first one first; undefined where the name is not in parts. */
function namePartsIn(names: readonly string[]): readonly number[] | undefined {
  const given = names.findIndex((name) => GIVEN.has(name));
  const family = names.findIndex((name) => FAMILY.has(name));
  const either = names.findIndex((name) => EITHER_NAME.has(name));
  if (given >= 0 && family >= 0) return [given, family];
  if (given >= 0 && either >= 0) return [given, either];
  // "Name" beside "Surname" is the first name, as "Nombre" is beside "Apellidos".
  if (family >= 0 && either >= 0) return [either, family];
  return undefined;
}

/** How many of the five fields have a column. */
export function countMatched(mapping: ColumnMapping): number {
  return IMPORT_FIELDS.filter((field) => mapping[field].from === 'columns').length;
}
