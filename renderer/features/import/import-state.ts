import type { CountryCode } from 'libphonenumber-js/min/es6';
import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';
import { type ImportMemory, PROBLEM_HEADER, type RememberedColumns } from '../../../shared/imports.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import type { ReadyRow } from './judge-rows.ts';
import type { CheckedRow, ChosenValues, Corrections } from './reading/check-rows.ts';
import { guessColumns } from './reading/guess-columns.ts';
import { normalisedHeader } from './reading/header-words.ts';
import { eachField, LIBRARY_FIELDS, type RowValues } from './reading/import-fields.ts';
import { type ColumnMapping, type FieldSource, matchHeaders } from './reading/match-headers.ts';
import { type NationalReading, rememberedCountry } from './reading/national-reading.ts';
import type { ReadSource } from './reading/open-reader.ts';
import { candidateRows, findHeaders, headersOf, hiddenNumbers } from './reading/source-rows.ts';

/** What a person has said of single rows; each change can be undone. */
export interface RowEdits {
  /** Cells put right by hand, by row number. */
  readonly corrections: Corrections;
  /** Which reading of a cell is meant, where it has several. */
  readonly chosen: ChosenValues;
  /** Rows to queue although they are duplicates. */
  readonly anyway: ReadonlySet<number>;
  /** Rows left out. */
  readonly excluded: ReadonlySet<number>;
}

/** One import under review, from the file to the last row queued. */
export interface OpenImport {
  /** A UUID, under which its rows are queued at most once. */
  readonly id: string;
  readonly source: ReadSource;
  readonly mapping: ColumnMapping;
  /** The columns as they were found: what differs from them, a person has chosen. */
  readonly proposed: ColumnMapping;
  /** A person has said that the letters are read right, though that was not sure. */
  readonly lettersRight: boolean;
  /** A person has said that names are right which look garbled. */
  readonly garbledRight: boolean;
  /** What a number without a country code is. */
  readonly reading: NationalReading;
  /** The country chosen last for files like this, or for any: offered, never assumed, for the next list may be from elsewhere. */
  readonly lastCountry: CountryCode | null;
  /** Nothing of this import goes out before this moment, UTC ms. */
  readonly notBefore: number | null;
  /** What all of these candidates agreed to, word for word; null where nobody said so. */
  readonly consent: string | null;
  readonly edits: RowEdits;
  /** Edits as they were, the latest last, with what was done then. */
  readonly undo: readonly { readonly edits: RowEdits; readonly what: string }[];
  /** The rows by themselves, in the order of the file; empty until they are checked for the first time. */
  readonly checked: readonly CheckedRow[];
  /** Rows are being checked by other columns or another country. */
  readonly checking: boolean;
  /**
   * Phone numbers (E.164) of the rows that are in the queue or went through it, by row number. What a run brings in is
   * added at its end: until then the rows stay as they were judged, and its chunks cost the window next to nothing.
   */
  readonly queued: ReadonlyMap<number, string>;
  /** While rows are being queued. */
  readonly run: QueueRun | null;
  /** How the last run ended before its end. */
  readonly stopped: { readonly cause: unknown } | 'cancelled' | null;
  /** When the same content was imported before, UTC ms; null when never, or when this goes on with it. */
  readonly importedBefore: number | null;
}

/** Rows on their way into the queue; how many are in is the session's `queuedInRun`. */
export interface QueueRun {
  readonly total: number;
  readonly cancelled: boolean;
}

export interface ImportState {
  readonly open: OpenImport | null;
  /** A file is being read. */
  readonly reading: { readonly name: string } | null;
}

export const NO_IMPORT: ImportState = { open: null, reading: null };

/** What nobody sees in the workbook, nobody meant to have called: hidden rows are left out until a person takes them in. */
function noEdits(source: ReadSource): RowEdits {
  return {
    corrections: new Map(),
    chosen: new Map(),
    anyway: new Set(),
    excluded: new Set(hiddenNumbers(source)),
  };
}

/** A source newly opened for review, with what is remembered of files like it. */
export function openImport(source: ReadSource, memory: ImportMemory, newId: string): OpenImport {
  const { before } = memory;
  const goesOn = before?.interrupted === true && before.queued.length > 0;
  const mapping = rememberedMapping(source, memory.columns) ?? mappingOf(source);
  return {
    id: goesOn ? before.id : newId,
    source,
    mapping,
    proposed: mapping,
    lettersRight: false,
    garbledRight: false,
    reading: null,
    lastCountry: rememberedCountry(memory.columns?.country ?? memory.country),
    notBefore: null,
    consent: null,
    edits: noEdits(source),
    undo: [],
    checked: [],
    checking: true,
    queued: new Map(goesOn ? before.queued.map((number) => [number, ''] as const) : []),
    run: null,
    stopped: null,
    importedBefore: before && !goesOn && before.queued.length > 0 ? before.createdAt : null,
  };
}

/** The same file read in another encoding: what a person has chosen and put right stays. */
export function reopenImport(open: OpenImport, source: ReadSource, memory: ImportMemory): OpenImport {
  const headersChosen = findHeaders(open.source.rows) !== open.source.headerAt;
  const read = headersChosen ? { ...source, headerAt: open.source.headerAt } : source;
  const fresh = openImport(read, memory, open.id);
  const mapping = eachField((field) =>
    isSameSource(open.mapping[field], open.proposed[field]) ? fresh.mapping[field] : open.mapping[field],
  );
  return {
    ...withoutAnyway(open),
    source: read,
    mapping,
    proposed: fresh.proposed,
    lettersRight: false,
    garbledRight: false,
    lastCountry: fresh.lastCountry,
    checked: [],
    checking: true,
  };
}

function isSameSource(one: FieldSource, other: FieldSource): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Column names as one text, whatever their order: what choices are remembered by. */
export function headerKey(source: Pick<ReadSource, 'rows' | 'headerAt'>): string {
  // A file to put right is of the same kind as the one it came from.
  const names = headersOf(source)
    .filter((header) => header !== PROBLEM_HEADER)
    .map(normalisedHeader)
    .filter((name) => name !== '');
  return [...new Set(names)].sort().join('\n');
}

/** What is to be remembered of an import for files with the same columns. */
export function columnsToRemember({ source, mapping, reading }: OpenImport): RememberedColumns {
  const headers = headersOf(source);
  const fields = eachField((field) => {
    const from = mapping[field];
    if (from.from === 'several') return { from: 'nowhere' as const };
    if (from.from !== 'columns') return from;
    return { from: 'columns' as const, headers: from.columns.map((column) => headers[column] ?? '') };
  });
  // That only the + is missing is true of one file: it is asked for anew.
  return { fields, country: reading === '+' ? null : reading };
}

/** The columns chosen the last time; null where one of them is missing now, or there are two it could be. */
function rememberedMapping(source: ReadSource, columns: RememberedColumns | null): ColumnMapping | null {
  if (!columns) return null;
  const headers = headersOf(source);
  let complete = true;
  const mapping = eachField((field): FieldSource => {
    const remembered = columns.fields[field];
    if (remembered?.from !== 'columns') return remembered ?? { from: 'nowhere' };
    const found = remembered.headers.map((header) => columnNamed(header, headers));
    complete &&= found.every((column) => column >= 0);
    return { from: 'columns', columns: found };
  });
  return complete ? mapping : null;
}

/** "Phone (work)" and "Phone (private)" are alike once normalised: what is written alike comes first, and must be alone. */
function columnNamed(name: string, headers: readonly string[]): number {
  const alike = (of: (header: string) => string) =>
    headers.flatMap((header, column) => (of(header) === of(name) ? [column] : []));
  const exact = alike((header) => header.trim().toLowerCase());
  const [only = -1, another] = exact.length > 0 ? exact : alike(normalisedHeader);
  return another === undefined ? only : -1;
}

/** Job and questionnaire are most often the same for a whole file: they wait for one where no column is found. */
function mappingOf(source: ReadSource): ColumnMapping {
  const mapping =
    source.headerAt === null
      ? guessColumns(candidateRows(source))
      : matchHeaders(headersOf(source), candidateRows(source));
  return eachField((field) =>
    field in LIBRARY_FIELDS && mapping[field].from === 'nowhere'
      ? { from: 'constant', value: '' }
      : mapping[field],
  );
}

/** Whether a field gets its values from nowhere yet. */
export function lacksSource(mapping: ColumnMapping): boolean {
  return IMPORT_FIELDS.some((field) => {
    const source = mapping[field];
    return (
      source.from === 'nowhere' ||
      source.from === 'several' ||
      (source.from === 'constant' && source.value === '')
    );
  });
}

/** Says whether a row names the columns; what was found by the names is found again. */
export function withHeaders(open: OpenImport, hasHeaders: boolean): OpenImport {
  const headerAt = hasHeaders ? (findHeaders(open.source.rows) ?? 0) : null;
  const source = { ...open.source, headerAt };
  const mapping = mappingOf(source);
  return { ...open, source, mapping, proposed: mapping, edits: noEdits(source), undo: [] };
}

export function withMapping(open: OpenImport, mapping: ColumnMapping): OpenImport {
  return { ...withoutAnyway(open), mapping };
}

export function withReading(open: OpenImport, reading: NationalReading): OpenImport {
  return { ...withoutAnyway(open), reading };
}

/** What was said of duplicates was said of values read otherwise: it does not come back by undoing either. */
function withoutAnyway(open: OpenImport): OpenImport {
  const cleared = (edits: RowEdits): RowEdits => ({ ...edits, anyway: new Set() });
  return {
    ...open,
    edits: cleared(open.edits),
    undo: open.undo.map(({ edits, what }) => ({ edits: cleared(edits), what })),
  };
}

const MOST_UNDONE = 100;

function edited(open: OpenImport, what: string, edits: Partial<RowEdits>): OpenImport {
  const undo = [...open.undo, { edits: open.edits, what }].slice(-MOST_UNDONE);
  return { ...open, edits: { ...open.edits, ...edits }, undo };
}

/** A cell put right by hand. */
export function withCorrection(
  open: OpenImport,
  number: number,
  field: ImportField,
  text: string,
): OpenImport {
  const corrections = new Map(open.edits.corrections);
  const values: Partial<RowValues> = { ...corrections.get(number), [field]: text };
  corrections.set(number, values);
  const anyway = without(open.edits.anyway, [number]);
  return edited(open, `Change in row ${number}`, { corrections, anyway });
}

/** Which reading of a field is meant in these rows, by number; `what` says so for undoing it. */
export function withChosen(
  open: OpenImport,
  field: ImportField,
  values: ReadonlyMap<number, string>,
  what: string,
): OpenImport {
  const chosen = new Map(open.edits.chosen);
  for (const [number, value] of values) chosen.set(number, { ...chosen.get(number), [field]: value });
  return edited(open, what, { chosen, anyway: without(open.edits.anyway, [...values.keys()]) });
}

/** Says whether these rows go although they are duplicates. */
export function withAnyway(open: OpenImport, numbers: readonly number[], on: boolean): OpenImport {
  const { anyway } = open.edits;
  const what = on ? 'Including duplicates' : 'Leaving duplicates';
  return edited(open, what, { anyway: on ? new Set([...anyway, ...numbers]) : without(anyway, numbers) });
}

/** Leaves rows out, or takes them back in. */
export function withExcluded(open: OpenImport, numbers: readonly number[], on: boolean): OpenImport {
  const { excluded } = open.edits;
  const what = on ? 'Leaving out' : 'Putting back';
  return edited(open, what, {
    excluded: on ? new Set([...excluded, ...numbers]) : without(excluded, numbers),
  });
}

/** Takes all rows in that do not show in the workbook, or leaves them out again. */
export function withHidden(open: OpenImport, taken: boolean): OpenImport {
  const numbers = hiddenNumbers(open.source).filter((number) => !open.queued.has(number));
  const { excluded } = open.edits;
  return edited(open, taken ? 'Taking hidden rows in' : 'Leaving hidden rows out', {
    excluded: taken ? without(excluded, numbers) : new Set([...excluded, ...numbers]),
  });
}

/** Whether a person has changed or left out any row, or chosen anything in one that is not in the queue. */
export function hasEdits({ edits, source, queued }: OpenImport): boolean {
  const { corrections, chosen, excluded } = edits;
  const hidden = new Set(hiddenNumbers(source));
  return (
    corrections.size > 0 ||
    [...excluded].some((number) => !hidden.has(number)) ||
    [...chosen.keys()].some((number) => !queued.has(number))
  );
}

function without(set: ReadonlySet<number>, numbers: readonly number[]): ReadonlySet<number> {
  const left = new Set(set);
  for (const number of numbers) left.delete(number);
  return left;
}

/** The latest edit undone. */
export function withUndo(open: OpenImport): OpenImport {
  const last = open.undo.at(-1);
  return last ? { ...open, edits: last.edits, undo: open.undo.slice(0, -1) } : open;
}

/** Rows that were checked: all of them anew, or some put in their places. */
export function withChecked(open: OpenImport, rows: readonly CheckedRow[], all: boolean): OpenImport {
  if (all) return { ...open, checked: rows, checking: false };
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return { ...open, checked: open.checked.map((row) => byNumber.get(row.number) ?? row) };
}

/** Queueing begins; what was done before cannot be undone any more. */
export function withRun(open: OpenImport, total: number): OpenImport {
  return { ...open, run: { total, cancelled: false }, stopped: null, undo: [] };
}

export function withCancel(open: OpenImport): OpenImport {
  return open.run ? { ...open, run: { ...open.run, cancelled: true } } : open;
}

/** Queueing has ended, at its end or before, with these rows in the queue. */
export function withEnd(
  open: OpenImport,
  arrived: readonly ReadyRow[],
  stopped: OpenImport['stopped'],
): OpenImport {
  const queued = new Map(open.queued);
  for (const { number, fields } of arrived) queued.set(number, fields.phoneNumber);
  return { ...open, queued, run: null, stopped };
}

/** The column names that a file to put right gets: those of the file, or what the columns were taken for. */
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

/**
 * Gives a row's cells as in the file, with what was put right in the column it came from, and where a cell only led
 * when clicked, in words.
 */
export function cellsByNumber({ source, mapping, edits, checked }: OpenImport): (number: number) => string[] {
  const rows = new Map(source.rows.map(({ number, cells }) => [number, cells]));
  const checkedRows = new Map(checked.map((row) => [row.number, row]));
  return (number) => {
    const resumeUrl = checkedRows.get(number)?.values.resumeUrl;
    const texts = {
      ...(resumeUrl !== undefined && { resumeUrl }),
      ...takenChoices(checkedRows.get(number), edits.chosen.get(number)),
      ...edits.corrections.get(number),
    };
    return IMPORT_FIELDS.reduce<string[]>(
      (cells, field) => withText(cells, field, mapping[field], texts[field]),
      [...(rows.get(number) ?? [])],
    );
  };
}

/** What was chosen and holds: of a field that is still to be chosen, or has another column now, nothing was. */
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

/** Cells that say `text` for a field. What came from several columns stands in the first of them. */
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
  // The parts of a name would be joined again; a second phone number only counts where there is no first.
  if (field === 'candidateName') for (const column of others) said[column] = '';
  return said;
}
