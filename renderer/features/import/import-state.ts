import type { SubmissionFields } from '../../../shared/submission.ts';
import { eachField, IMPORT_FIELDS, LIBRARY_FIELDS, type RowValues } from './import-fields.ts';
import { columnNames, type ImportSource } from './import-source.ts';
import { type ReadyRow, submissionKey } from './judge-rows.ts';
import { type ColumnMapping, matchHeaders } from './match-headers.ts';
import type { QueueEnd } from './queue-rows.ts';

/** One import under review, from the file to the last row queued. */
export interface OpenImport {
  readonly source: ImportSource;
  readonly mapping: ColumnMapping;
  /** Rows put right by hand, by number. */
  readonly corrections: ReadonlyMap<number, RowValues>;
  /** Numbers of the rows to queue although they are duplicates. */
  readonly anyway: ReadonlySet<number>;
  /** As they went, by row number: a mapping changed later does not change what was sent. */
  readonly queued: ReadonlyMap<number, SubmissionFields>;
  readonly unclear: ReadonlyMap<number, SubmissionFields>;
  /** While rows are being queued. */
  readonly run: { readonly done: number; readonly total: number } | null;
  /** Why the last run stopped before its end; `since` is when the chunk that failed was sent (ms since 1970 UTC). */
  readonly failure: { readonly cause: unknown; readonly since: number } | null;
}

export interface ImportState {
  readonly open: OpenImport | null;
  /** Keys of what earlier imports of this window queued: a file put right and chosen again calls nobody twice. */
  readonly sentBefore: ReadonlySet<string>;
}

export const NO_IMPORT: ImportState = { open: null, sentBefore: new Set() };

/** A source newly opened for review. */
export function openSource(state: ImportState, source: ImportSource): ImportState {
  const open: OpenImport = {
    source,
    mapping: mappingOf(source),
    corrections: new Map(),
    anyway: new Set(),
    queued: new Map(),
    unclear: new Map(),
    run: null,
    failure: null,
  };
  return { ...closeImport(state), open };
}

/** The import put away; what it queued, or may have, is remembered. */
export function closeImport({ open, sentBefore }: ImportState): ImportState {
  if (!open) return { open: null, sentBefore };
  const sent = [...open.queued.values(), ...open.unclear.values()].map(submissionKey);
  return { open: null, sentBefore: new Set([...sentBefore, ...sent]) };
}

/** Says whether the first row names the columns; what was found by the names is found again. */
export function withHeaders(open: OpenImport, hasHeaders: boolean): OpenImport {
  const source = { ...open.source, hasHeaders };
  return { ...open, source, mapping: mappingOf(source), anyway: new Set() };
}

/** Job and questionnaire are most often the same for a whole file: they wait for one where no column is found. */
function mappingOf(source: ImportSource): ColumnMapping {
  const mapping = matchHeaders(source.hasHeaders ? columnNames(source) : []);
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
    return source.from === 'nowhere' || (source.from === 'constant' && source.value === '');
  });
}

/** A row put right by hand. */
export function withCorrection(open: OpenImport, number: number, values: RowValues): OpenImport {
  const corrected = { ...open, corrections: new Map(open.corrections).set(number, values) };
  return withAnyway(corrected, [number], false);
}

/** Other columns: what was said of duplicates was said of other values. */
export function withMapping(open: OpenImport, mapping: ColumnMapping): OpenImport {
  return { ...open, mapping, anyway: new Set() };
}

/** Says whether these rows go although they are duplicates. */
export function withAnyway(open: OpenImport, numbers: readonly number[], on: boolean): OpenImport {
  const anyway = new Set(open.anyway);
  for (const number of numbers) {
    if (on) anyway.add(number);
    else anyway.delete(number);
  }
  return { ...open, anyway };
}

/** Queueing begins. */
export function withRun(open: OpenImport, total: number): OpenImport {
  return { ...open, run: { done: 0, total }, failure: null };
}

/** These rows are in the queue. */
export function withQueued(open: OpenImport, rows: readonly ReadyRow[]): OpenImport {
  return {
    ...open,
    queued: added(open.queued, rows),
    run: open.run && { ...open.run, done: open.run.done + rows.length },
  };
}

/** Queueing has ended, at its end or before. */
export function withEnd(open: OpenImport, { failure, unclear }: QueueEnd): OpenImport {
  return { ...open, run: null, failure, unclear: added(open.unclear, unclear) };
}

/** What became of the unclear rows is known: they are in the queue, or they can be queued. */
export function withUnclearSettled(open: OpenImport, arrived: boolean): OpenImport {
  const queued = arrived ? new Map([...open.queued, ...open.unclear]) : open.queued;
  return { ...open, queued, unclear: new Map(), failure: null };
}

function added(
  to: ReadonlyMap<number, SubmissionFields>,
  rows: readonly ReadyRow[],
): ReadonlyMap<number, SubmissionFields> {
  return new Map([...to, ...rows.map(({ number, fields }) => [number, fields] as const)]);
}
