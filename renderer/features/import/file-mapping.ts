import { IMPORT_FIELDS } from '../../../shared/import-problems.ts';
import {
  type KeptColumns,
  NO_KEPT_COLUMNS,
  PROBLEM_HEADER,
  type RememberedColumns,
} from '../../../shared/imports.ts';
import { mapFields, normalisedHeader } from './header-words.ts';
import {
  type ColumnMapping,
  type FieldSource,
  guessColumns,
  LIBRARY_FIELDS,
  mappingAsked,
  matchHeaders,
} from './match-headers.ts';
import type { ReadSource } from './open-reader.ts';
import type { NationalReading } from './read-cell.ts';
import { candidateRows, headersOf } from './source-rows.ts';

interface FileChoices {
  readonly source: ReadSource;
  readonly mapping: ColumnMapping;
  readonly kept: KeptColumns;
  readonly reading: NationalReading;
}

/** The key under which choices for a set of columns are remembered, whatever their order. */
export function headerKey(source: Pick<ReadSource, 'rows' | 'headerAt'>): string {
  // A file saved for correction has the same key as the original.
  const names = headersOf(source)
    .filter((header) => header !== PROBLEM_HEADER)
    .map(normalisedHeader)
    .filter((name) => name !== '');
  return [...new Set(names)].sort().join('\n');
}

/** The choices to remember for files with the same columns. */
export function columnsToRemember({ source, mapping, reading, kept }: FileChoices): RememberedColumns {
  const headers = headersOf(source);
  const fields = mapFields((field) => {
    const from = mapping[field];
    if (from.from === 'several') return { from: 'nowhere' as const };
    if (from.from !== 'columns') return from;
    return { from: 'columns' as const, headers: from.columns.map((column) => headers[column] ?? '') };
  });
  // A missing + is a fault of this one file, so the next one asks again.
  const country = reading === '+' ? null : reading;
  const named = (columns: readonly number[]) => columns.map((column) => headers[column] ?? '');
  return { fields, country, kept: { notes: named(kept.notes), tags: named(kept.tags) } };
}

/** The columns that were kept last time, of those that the file still has. */
export function rememberedKept(source: ReadSource, columns: RememberedColumns | null): KeptColumns {
  if (!columns?.kept) return NO_KEPT_COLUMNS;
  const headers = headersOf(source);
  const found = (names: readonly string[]) =>
    names.map((name) => columnNamed(name, headers)).filter((column) => column >= 0);
  return { notes: found(columns.kept.notes), tags: found(columns.kept.tags) };
}

/** Indexes of the columns with a text that no field uses, in the order of the file. */
export function unusedColumns({
  source,
  mapping,
}: Pick<FileChoices, 'source' | 'mapping'>): readonly number[] {
  const used = new Set(
    IMPORT_FIELDS.flatMap((field) => {
      const from = mapping[field];
      return from.from === 'columns' || from.from === 'several' ? from.columns : [];
    }),
  );
  const headers = headersOf(source);
  const filled = new Set<number>();
  for (const { cells } of candidateRows(source)) {
    for (const [column, cell] of cells.entries()) if (cell.trim() !== '') filled.add(column);
  }
  return [...filled]
    .filter((column) => !used.has(column) && headers[column] !== PROBLEM_HEADER)
    .sort((a, b) => a - b);
}

/** The kept columns that no field uses; where nobody asks for it, the day of notice is none. */
export function keptOf(open: Omit<FileChoices, 'reading'>): KeptColumns {
  const unused = new Set(unusedColumns({ ...open, mapping: mappingAsked(open.mapping, false) }));
  const left = (columns: readonly number[]) => columns.filter((column) => unused.has(column));
  return { notes: left(open.kept.notes), tags: left(open.kept.tags) };
}

/** The mapping used last time; null if one of its columns is missing or ambiguous. */
export function rememberedMapping(
  source: ReadSource,
  columns: RememberedColumns | null,
): ColumnMapping | null {
  if (!columns) return null;
  const headers = headersOf(source);
  let complete = true;
  const mapping = mapFields((field): FieldSource => {
    const remembered = columns.fields[field];
    if (remembered?.from !== 'columns') return remembered ?? { from: 'nowhere' };
    const found = remembered.headers.map((header) => columnNamed(header, headers));
    complete &&= found.every((column) => column >= 0);
    return { from: 'columns', columns: found };
  });
  return complete ? mapping : null;
}

/** Prefers an exact match, because "Phone (work)" and "Phone (private)" normalise to the same; -1 if ambiguous. */
function columnNamed(name: string, headers: readonly string[]): number {
  const alike = (of: (header: string) => string) =>
    headers.flatMap((header, column) => (of(header) === of(name) ? [column] : []));
  const exact = alike((header) => header.trim().toLowerCase());
  const [only = -1, another] = exact.length > 0 ? exact : alike(normalisedHeader);
  return another === undefined ? only : -1;
}

/** Detects the mapping. Job and questionnaire default to one value for all rows, the usual case without a column. */
export function detectMapping(source: ReadSource): ColumnMapping {
  const mapping =
    source.headerAt === null
      ? guessColumns(candidateRows(source))
      : matchHeaders(headersOf(source), candidateRows(source));
  return mapFields((field) =>
    field in LIBRARY_FIELDS && mapping[field].from === 'nowhere'
      ? { from: 'constant', value: '' }
      : mapping[field],
  );
}

/** Whether any field still lacks a column or value; the day of notice needs no column. */
export function lacksSource(mapping: ColumnMapping): boolean {
  return IMPORT_FIELDS.map((field) => [field, mapping[field]] as const).some(
    ([field, source]) =>
      (source.from === 'nowhere' && field !== 'noticeOn') ||
      source.from === 'several' ||
      (source.from === 'constant' && source.value === ''),
  );
}
