import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';
import type { LibraryKind } from '../../../shared/library.ts';
import { parsePhoneNumber, plainCharacters } from '../../../shared/phone-number.ts';
import { isUuidShaped, submissionInput } from '../../../shared/submission.ts';
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
  mapFields,
} from './header-words.ts';

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

/** The share of a column's cells that must match. */
const MOSTLY = 0.7;

/** Cells to look at; all cells of a long list would take too long. */
const SAMPLE_SIZE = 200;

/** Whether a text is digits as people write a phone number, and not a date. */
function looksLikePhone(text: string): boolean {
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
function holdsPhones(column: number, rows: readonly TableRow[]): boolean {
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
function columnsHolding(
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

const SAMPLE_ROWS = 50;

const LOOKS_LIKE: Readonly<Partial<Record<ImportField, (text: string) => boolean>>> = {
  phoneNumber: (text) => parsePhoneNumber(text).ok || looksLikePhone(text),
  // Not a host alone, which is somebody's company.
  resumeUrl: (text) => text.includes('/') && submissionInput.shape.resumeUrl.safeParse(text).success,
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

/** A row's text for each field. */
export type RowValues = Readonly<Record<ImportField, string>>;

/** Fields whose values the Library names; they can also have one value for all rows. */
export const LIBRARY_FIELDS: Readonly<Partial<Record<ImportField, LibraryKind>>> = {
  jobDescriptionId: 'job_description',
  questionnaireTemplateId: 'questionnaire',
};

/** The fields of a file: the day of notice only where the workspace asks for it. */
export function fieldsAsked(noticeAsked: boolean): readonly ImportField[] {
  return noticeAsked ? IMPORT_FIELDS : IMPORT_FIELDS.filter((field) => field !== 'noticeOn');
}

/** The mapping to read rows by: without the day of notice where nobody asks for it, so that no cell of it is wrong. */
export function mappingAsked(mapping: ColumnMapping, noticeAsked: boolean): ColumnMapping {
  return noticeAsked ? mapping : { ...mapping, noticeOn: { from: 'nowhere' } };
}

/** The fields that have a column in the review: those without one value for all rows. */
export function fieldsOfRows(mapping: ColumnMapping): readonly ImportField[] {
  return IMPORT_FIELDS.filter((field) => {
    const { from } = mapping[field];
    return field === 'noticeOn' ? from === 'columns' || from === 'several' : from !== 'constant';
  });
}
/** A row that is not empty. */
export interface TableRow {
  /** As in a spreadsheet: counts from 1 and includes empty rows. */
  readonly number: number;
  readonly cells: readonly string[];
  /** A quotation mark is not closed, so this may be several rows. */
  readonly brokenQuote: boolean;
  /** Link targets of cells, by column. */
  readonly links?: Readonly<Record<number, string>>;
  /** Formatted numbers and dates that differ from `cells`, by column. */
  readonly shown?: Readonly<Record<number, string>>;
  /** Texts of merged cells that begin in a row above and reach down to this one, by column; `cells` is empty there. */
  readonly merged?: Readonly<Record<number, string>>;
  /** Hidden in the workbook: directly, by a filter, in a collapsed group, or with its sheet. */
  readonly hidden?: boolean;
}

/** The rows to search for the header row, which may follow a title or a date. */
export const HEADER_SEARCH_ROWS = 10;
