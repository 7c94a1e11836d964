import type { CountryCode } from 'libphonenumber-js/min/es6';
import { type ImportField, importProblem, ofRow } from '../../../shared/import-problems.ts';
import {
  type ChosenZone,
  type ImportMemory,
  type KeptColumns,
  NO_KEPT_COLUMNS,
} from '../../../shared/imports.ts';
import type { Failure } from '../../../shared/result.ts';
import type { CheckedRow, ChosenValues, Corrections } from './check-rows.ts';
import type { ReadyRow } from './classify-rows.ts';
import { detectMapping, rememberedKept, rememberedMapping } from './file-mapping.ts';
import { mapFields } from './header-words.ts';
import type { ColumnMapping, FieldSource } from './match-headers.ts';
import type { ReadSource } from './open-reader.ts';
import { type NationalReading, rememberedCountry } from './read-cell.ts';
import { candidateRows, findHeaders, hiddenNumbers } from './source-rows.ts';

/** The user's changes to single rows; each can be undone. */
export interface RowEdits {
  readonly corrections: Corrections;
  readonly chosen: ChosenValues;
  /** Rows to queue although they are duplicates. */
  readonly anyway: ReadonlySet<number>;
  readonly excluded: ReadonlySet<number>;
}

/** One import under review, from the file to the last row queued. */
export interface OpenImport {
  /** A UUID; the main process queues each row of it at most once. */
  readonly id: string;
  readonly source: ReadSource;
  readonly mapping: ColumnMapping;
  /** The mapping as detected; where `mapping` differs, the user chose it. */
  readonly proposed: ColumnMapping;
  /** The user confirmed an encoding that was uncertain. */
  readonly encodingConfirmed: boolean;
  /** How to read numbers without a country code. */
  readonly reading: NationalReading;
  /** The country chosen last time; offered, never assumed, because this list may be from elsewhere. */
  readonly lastCountry: CountryCode | null;
  /** No row is sent before this time, UTC ms. */
  readonly notBefore: number | null;
  /** The consent wording all candidates agreed to, verbatim; null if not confirmed. */
  readonly consent: string | null;
  /** The day on which all candidates without a day of their own were told of the call, `2027-01-06`; null if not entered. */
  readonly noticeOn: string | null;
  /** The columns to keep as notes and tags, of those that no field uses. */
  readonly kept: KeptColumns;
  /** The time zones chosen for numbers that may be in several that share no calling hour. */
  readonly timeZones: readonly ChosenZone[];
  readonly edits: RowEdits;
  /** Earlier edits, the latest last; `step` names the one that replaced them. */
  readonly undo: readonly { readonly edits: RowEdits; readonly step: string }[];
  /** The rows as checked on their own, in file order; empty before the first check. */
  readonly checked: readonly CheckedRow[];
  /** All rows are being checked. */
  readonly checking: boolean;
  /**
   * Phone numbers (E.164) of the rows queued so far, by row number. A run adds its rows when it ends, so that its chunks
   * do not re-render the grid.
   */
  readonly queued: ReadonlyMap<number, string>;
  /** When the first submission of the last run may go out, UTC ms; 0 before a run. Until then all can be undone. */
  readonly firstSendAt: number;
  /** The current run; null when none is under way. */
  readonly run: QueueRun | null;
  /** Why the last run stopped early. */
  readonly stopped: { readonly cause: unknown } | 'cancelled' | null;
  /** When the same content was imported before, UTC ms; null if never, or if this import resumes that one. */
  readonly importedBefore: number | null;
}

/** A run that queues rows; its progress is the session's `queuedInRun`. */
interface QueueRun {
  readonly total: number;
  readonly cancelled: boolean;
}

export interface ImportState {
  readonly open: OpenImport | null;
  /** The file being read. */
  readonly reading: { readonly name: string } | null;
  /** Why the last file could not be opened. */
  readonly refusal: Failure | null;
}

export const NO_IMPORT: ImportState = { open: null, reading: null, refusal: null };

/** Hidden rows start left out: nobody saw them, so nobody decided to have these people called. */
function noEdits(source: ReadSource): RowEdits {
  return {
    corrections: new Map(),
    chosen: new Map(),
    anyway: new Set(),
    excluded: new Set(hiddenNumbers(source)),
  };
}

/** The import with this choice for the numbers that may be in these time zones; null: it is left to the Outbox. */
export function withTimeZone(open: OpenImport, among: readonly string[], chosen: string | null): OpenImport {
  const others = open.timeZones.filter((each) => each.among.join() !== among.join());
  return { ...open, timeZones: chosen === null ? others : [...others, { among, chosen }] };
}

/** Opens a source for review, with the remembered choices for files like it. */
export function openImport(source: ReadSource, memory: RecalledImport, newId: string): OpenImport {
  const { before } = memory;
  const goesOn = before?.interrupted === true && before.queued.length > 0;
  const mapping = rememberedMapping(source, memory.columns) ?? detectMapping(source);
  return {
    id: goesOn ? before.id : newId,
    source,
    mapping,
    proposed: mapping,
    encodingConfirmed: false,
    reading: rememberedCountry(memory.defaultCountry ?? null),
    lastCountry: rememberedCountry(memory.columns?.country ?? memory.country),
    notBefore: null,
    consent: null,
    noticeOn: null,
    kept: rememberedKept(source, memory.columns),
    timeZones: [],
    edits: noEdits(source),
    undo: [],
    checked: [],
    checking: true,
    queued: new Map(goesOn ? before.queued.map((number) => [number, ''] as const) : []),
    firstSendAt: goesOn ? (before.firstSendAt ?? 0) : 0,
    run: null,
    stopped: goesOn ? 'cancelled' : null,
    importedBefore: before && !goesOn && before.queued.length > 0 ? before.createdAt : null,
  };
}

/** Reads the same file in another encoding, and keeps the user's choices and corrections. */
export function reopenImport(open: OpenImport, source: ReadSource, memory: RecalledImport): OpenImport {
  const headersChosen = findHeaders(open.source.rows) !== open.source.headerAt;
  const read = headersChosen ? { ...source, headerAt: open.source.headerAt } : source;
  const fresh = openImport(read, memory, open.id);
  const mapping = mapFields((field) =>
    isSameSource(open.mapping[field], open.proposed[field]) ? fresh.mapping[field] : open.mapping[field],
  );
  return {
    ...withoutDuplicateDecisions(open),
    source: read,
    mapping,
    proposed: fresh.proposed,
    encodingConfirmed: false,
    lastCountry: fresh.lastCountry,
    checked: [],
    checking: true,
  };
}

function isSameSource(one: FieldSource, other: FieldSource): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Sets whether the file has a header row, and detects the mapping again. */
export function withHeaders(open: OpenImport, hasHeaders: boolean): OpenImport {
  const headerAt = hasHeaders ? (findHeaders(open.source.rows) ?? 0) : null;
  const source = { ...open.source, headerAt };
  const mapping = detectMapping(source);
  return {
    ...open,
    source,
    mapping,
    proposed: mapping,
    kept: NO_KEPT_COLUMNS,
    edits: noEdits(source),
    undo: [],
  };
}

export function withMapping(open: OpenImport, mapping: ColumnMapping): OpenImport {
  return { ...withoutDuplicateDecisions(open), mapping };
}

/** The import with this job and its questionnaire for all rows, as far as the file has no columns for them. */
export function withJob(open: OpenImport, job: string, questionnaire: string | null): OpenImport {
  const forAll = (before: FieldSource, value: string | null): FieldSource =>
    value === null || before.from === 'columns' || before.from === 'several'
      ? before
      : { from: 'constant', value };
  const { jobDescriptionId, questionnaireTemplateId } = open.mapping;
  if (jobDescriptionId.from === 'columns' || jobDescriptionId.from === 'several') return open;
  return withMapping(open, {
    ...open.mapping,
    jobDescriptionId: forAll(jobDescriptionId, job),
    questionnaireTemplateId: forAll(questionnaireTemplateId, questionnaire),
  });
}

/** Keeps a column as notes or as tags, or not at all. */
export function withKept(open: OpenImport, column: number, as: keyof KeptColumns | null): OpenImport {
  const kept = (which: keyof KeptColumns) => {
    const others = open.kept[which].filter((each) => each !== column);
    return which === as ? [...others, column].sort((a, b) => a - b) : others;
  };
  return { ...open, kept: { notes: kept('notes'), tags: kept('tags') } };
}

export function withReading(open: OpenImport, reading: NationalReading): OpenImport {
  return { ...withoutDuplicateDecisions(open), reading };
}

/** Drops the decisions about duplicates, in Undo too: they were about values read differently. */
function withoutDuplicateDecisions(open: OpenImport): OpenImport {
  const cleared = (edits: RowEdits): RowEdits => ({ ...edits, anyway: new Set() });
  return {
    ...open,
    edits: cleared(open.edits),
    undo: open.undo.map(({ edits, step }) => ({ edits: cleared(edits), step })),
  };
}

const MAX_UNDO = 100;

function edited(open: OpenImport, step: string, edits: Partial<RowEdits>): OpenImport {
  const undo = [...open.undo, { edits: open.edits, step }].slice(-MAX_UNDO);
  return { ...open, edits: { ...open.edits, ...edits }, undo };
}

export function withCorrection(
  open: OpenImport,
  number: number,
  field: ImportField,
  text: string,
): OpenImport {
  return withCorrections(open, field, [number], text, `Change in row ${number}`);
}

/** Corrects the same field in several rows alike; `step` is its name in Undo. */
export function withCorrections(
  open: OpenImport,
  field: ImportField,
  numbers: readonly number[],
  text: string,
  step: string,
): OpenImport {
  const corrections = new Map(open.edits.corrections);
  for (const number of numbers) corrections.set(number, { ...corrections.get(number), [field]: text });
  return edited(open, step, { corrections, anyway: without(open.edits.anyway, numbers) });
}

/** Chooses a reading of a field in these rows, by row number; `step` is its name in Undo. */
export function withChosen(
  open: OpenImport,
  field: ImportField,
  values: ReadonlyMap<number, string>,
  step: string,
): OpenImport {
  const chosen = new Map(open.edits.chosen);
  for (const [number, value] of values) chosen.set(number, { ...chosen.get(number), [field]: value });
  return edited(open, step, { chosen, anyway: without(open.edits.anyway, [...values.keys()]) });
}

/** Sets whether these rows are queued although they are duplicates. */
export function withAnyway(open: OpenImport, numbers: readonly number[], on: boolean): OpenImport {
  const { anyway } = open.edits;
  const step = on ? 'Including duplicates' : 'Leaving out duplicates';
  return edited(open, step, { anyway: toggled(anyway, numbers, on) });
}

/** Leaves rows out, or puts them back. */
export function withExcluded(open: OpenImport, numbers: readonly number[], on: boolean): OpenImport {
  const { excluded } = open.edits;
  const step = on ? 'Leaving out' : 'Putting back';
  return edited(open, step, {
    excluded: toggled(excluded, numbers, on),
  });
}

/** Includes all rows hidden in the workbook, or leaves them out again. */
export function withHidden(open: OpenImport, included: boolean): OpenImport {
  const numbers = hiddenNumbers(open.source).filter((number) => !open.queued.has(number));
  const { excluded } = open.edits;
  return edited(open, included ? 'Including hidden rows' : 'Leaving out hidden rows', {
    excluded: toggled(excluded, numbers, !included),
  });
}

/** Whether every row of the file is in the queue, so that nothing is left to review. */
export function isOver({ source, queued, run }: OpenImport): boolean {
  return run === null && queued.size > 0 && queued.size === candidateRows(source).length;
}

/** Whether the user left out any row, or corrected or chose anything in a row that is not queued. */
export function hasEdits({ edits, source, queued }: OpenImport): boolean {
  const { corrections, chosen, excluded } = edits;
  const hidden = new Set(hiddenNumbers(source));
  return (
    [...excluded].some((number) => !hidden.has(number)) ||
    [...corrections.keys(), ...chosen.keys()].some((number) => !queued.has(number))
  );
}

function toggled(set: ReadonlySet<number>, numbers: readonly number[], on: boolean): ReadonlySet<number> {
  return on ? new Set([...set, ...numbers]) : without(set, numbers);
}

function without(set: ReadonlySet<number>, numbers: readonly number[]): ReadonlySet<number> {
  const left = new Set(set);
  for (const number of numbers) left.delete(number);
  return left;
}

/** Undoes the latest edit. */
export function withUndo(open: OpenImport): OpenImport {
  const last = open.undo.at(-1);
  return last ? { ...open, edits: last.edits, undo: open.undo.slice(0, -1) } : open;
}

/** Stores checked rows: all of them, or replacements for some. */
export function withChecked(open: OpenImport, rows: readonly CheckedRow[], all: boolean): OpenImport {
  if (all) return { ...open, checked: rows, checking: false };
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  return { ...open, checked: open.checked.map((row) => byNumber.get(row.number) ?? row) };
}

/** Starts a run; earlier edits can no longer be undone. */
export function withRun(open: OpenImport, total: number): OpenImport {
  return { ...open, run: { total, cancelled: false }, stopped: null, undo: [] };
}

export function withCancel(open: OpenImport): OpenImport {
  return open.run ? { ...open, run: { ...open.run, cancelled: true } } : open;
}

/** Ends a run, complete or not, with these rows queued, the first of which may go out at `firstSendAt` (UTC ms). */
export function withEnd(
  open: OpenImport,
  arrived: readonly ReadyRow[],
  stopped: OpenImport['stopped'],
  firstSendAt = 0,
): OpenImport {
  const queued = new Map(open.queued);
  for (const { number, fields } of arrived) queued.set(number, fields.phoneNumber);
  return { ...open, queued, firstSendAt, run: null, stopped };
}

/** Puts rows back that were withdrawn before they were sent. */
export function withUndone(open: OpenImport, numbers: readonly number[]): OpenImport {
  const queued = new Map(open.queued);
  for (const number of numbers) queued.delete(number);
  return { ...open, queued, firstSendAt: 0, stopped: null };
}

/** Whether several encodings are about equally likely, and the user has not confirmed one. */
export function isEncodingUnsure({ source, encodingConfirmed }: OpenImport): boolean {
  const { decoding } = source;
  return decoding !== null && !decoding.sure && !encodingConfirmed;
}

/**
 * Adds a problem to a row with text beyond ASCII if the encoding is unsure: the call would use a wrong name. The choice is
 * made above the rows, for all at once.
 */
export function withEncodingProblem(row: CheckedRow, unsure: boolean): CheckedRow {
  if (!unsure || !row.nonAscii) return row;
  const unclear = { ...ofRow(importProblem('letters_unsure')), choices: [] };
  return { ...row, problems: [...row.problems, unclear], fields: null };
}

export interface RecalledImport extends ImportMemory {
  /** The workspace's country for numbers without a country code (ISO 3166); null or left out if it has none. */
  readonly defaultCountry?: string | null;
}
