import { IMPORT_FIELDS } from '../../../shared/import-problems.ts';
import { PROBLEM_HEADER, type RememberedColumns } from '../../../shared/imports.ts';
import { guessColumns } from './reading/guess-columns.ts';
import { normalisedHeader } from './reading/header-words.ts';
import { LIBRARY_FIELDS, mapFields } from './reading/import-fields.ts';
import { type ColumnMapping, type FieldSource, matchHeaders } from './reading/match-headers.ts';
import type { NationalReading } from './reading/national-reading.ts';
import type { ReadSource } from './reading/open-reader.ts';
import { candidateRows, headersOf } from './reading/source-rows.ts';

interface FileChoices {
  readonly source: ReadSource;
  readonly mapping: ColumnMapping;
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
export function columnsToRemember({ source, mapping, reading }: FileChoices): RememberedColumns {
  const headers = headersOf(source);
  const fields = mapFields((field) => {
    const from = mapping[field];
    if (from.from === 'several') return { from: 'nowhere' as const };
    if (from.from !== 'columns') return from;
    return { from: 'columns' as const, headers: from.columns.map((column) => headers[column] ?? '') };
  });
  // A missing + is a fault of this one file, so the next one asks again.
  return { fields, country: reading === '+' ? null : reading };
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
