import { IMPORT_FIELDS, type ImportField } from '../../../shared/import-problems.ts';
import { IMPORT_CHUNK, type ImportStart, type UnqueuedRow } from '../../../shared/imports.ts';
import { type Failure, fail, type Result } from '../../../shared/result.ts';
import { FIELD_LABELS } from '../../../shared/words/import-words.ts';
import { toApiError, type WorkspaceAccess } from '../../api/api.ts';
import { askToConfirm } from '../../parts/dialog.tsx';
import { showToast } from '../../parts/toast.tsx';
import { markUnsaved } from '../../routes/unsaved-work.ts';
import { Store } from '../../store.ts';
import { type CheckedRow, mergedText } from './check-rows.ts';
import { type ReadyRow, type ReviewRow, readyRows } from './classify-rows.ts';
import { checkSize } from './decode-text.ts';
import { columnsToRemember, headerKey, keptOf } from './file-mapping.ts';
import {
  hasEdits,
  type ImportState,
  isOver,
  NO_IMPORT,
  type OpenImport,
  openImport,
  type RecalledImport,
  reopenImport,
  withCancel,
  withEnd,
  withJob,
  withRun,
  withUndone,
} from './import-state.ts';
import type { ColumnMapping, FieldSource, RowValues, TableRow } from './match-headers.ts';
import {
  type CheckedAgainst,
  openReader,
  type Reader,
  type ReaderInput,
  type ReadSource,
  RowChecker,
  type SourceContent,
} from './open-reader.ts';
import { candidateRows, headersOf } from './source-rows.ts';
import type { TextEncoding } from './text-encodings.ts';

const sessions = new Map<string, ImportSession>();

/** The import session of a workspace, created on first use. */
export function importSession(workspace: WorkspaceAccess): ImportSession {
  const session = sessions.get(workspace.id) ?? new ImportSession(workspace);
  sessions.set(workspace.id, session);
  return session;
}

/**
 * The import of one workspace. It outlives the page: opening another page or workspace neither stops queueing nor loses
 * edits. Its members are bound, so that they can be passed on as callbacks.
 */
export class ImportSession {
  readonly state = new Store<ImportState>(NO_IMPORT);
  /** Rows queued by the current run; separate from `state`, so that a chunk re-renders only the progress bar. */
  readonly queuedInRun = new Store(0);
  /** Rows checked by the current check of all; separate, too, because they arrive in hundreds of slices. */
  readonly checkedSoFar = new Store(0);
  /** Rows read of the file that is being opened. */
  readonly readSoFar = new Store(0);
  private readonly workspace: WorkspaceAccess;
  private reader: Reader | undefined;
  private nextReader: Reader | undefined;
  private checker: RowChecker | undefined;
  /** The job description for the rows of the open file that have none of their own. */
  private job: string | null = null;

  constructor(workspace: WorkspaceAccess) {
    this.workspace = workspace;
  }

  /** Starts the worker for the next file ahead of time; returns a function that ends it if it was not used. */
  readonly prepareReader = (): (() => void) => {
    this.nextReader ??= openReader();
    const prepared = this.nextReader;
    return () => {
      if (this.nextReader !== prepared) return;
      this.nextReader = undefined;
      prepared.close();
    };
  };

  /**
   * Takes files or pasted rows, wherever in the window they came from. A file under review makes way for them, after a
   * question if corrections would be lost, but not while its rows are being queued. `job`: the job description for rows
   * that have none of their own.
   */
  readonly take = (content: readonly File[] | string, job: string | null): void => {
    const { open } = this.state.get();
    if (open?.run) {
      showBusy();
      return;
    }
    const source = typeof content === 'string' ? textSource(content) : fileSource(content);
    this.setRefusal(source.ok ? null : source);
    if (!source.ok) return;
    const begin = () => {
      this.job = job;
      void this.open(source.value);
    };
    if (open) leaveEdits(open, 'Open the other file', begin);
    else begin();
  };

  /** Reads a source and opens it for review. */
  private async open(content: SourceContent): Promise<void> {
    const { name } = content;
    const reader = this.takeReader();
    this.readSoFar.set(0);
    this.set({ ...NO_IMPORT, reading: { name } });
    const failure = await this.read(reader, name, content);
    // Unless the user cancelled or opened another file meanwhile.
    if (failure === null || reader !== this.reader) return;
    this.close();
    this.setRefusal(failure);
  }

  /** Switches to another sheet of the same workbook. */
  readonly openSheet = async (sheet: number): Promise<Failure | null> => {
    const { open } = this.state.get();
    if (!this.reader || !open) return null;
    return this.read(this.reader, open.source.name, { type: 'open_sheet', sheet });
  };

  /** Reads the same file again in another encoding. */
  readonly changeEncoding = async (encoding: TextEncoding): Promise<Failure | null> => {
    const { open } = this.state.get();
    if (!this.reader || !open) return null;
    const result = await this.reader.open({ type: 'open_again', encoding });
    if (!result.ok) return result;
    const memory = await this.recall(result.value);
    if (!memory.ok) return memory;
    const source = { ...result.value, name: open.source.name };
    this.changeIfOpen(open.id, (before) =>
      before.run ? before : reopenImport(before, source, memory.value),
    );
    return null;
  };

  readonly setRefusal = (refusal: Failure | null): void => this.set({ ...this.state.get(), refusal });

  readonly change = (part: (open: OpenImport) => OpenImport): void => {
    const before = this.state.get();
    if (before.open) this.set({ ...before, open: part(before.open) });
  };

  /** Closes the import; queued rows stay queued. */
  readonly close = (): void => {
    this.reader?.close();
    this.reader = undefined;
    this.checker = undefined;
    this.set(NO_IMPORT);
  };

  /** Checks the rows that changed since the last check. */
  readonly check = (open: OpenImport, against: CheckedAgainst): void => {
    this.checker?.check(open, against);
  };

  /** Queues the ready rows; does nothing during a run. */
  readonly queue = async (rows: readonly ReviewRow[]): Promise<void> => {
    const ready = readyRows(rows);
    const { open } = this.state.get();
    if (!open || open.run || ready.length === 0) return;
    this.queuedInRun.set(0);
    this.change((before) => withRun(before, ready.length));
    const queued: ReadyRow[] = [];
    let firstSendAt = Number.POSITIVE_INFINITY;
    const stopped = await runQueue(this.workspace, open, rows, ready, {
      onQueued: (chunk) => {
        queued.push(...chunk);
        if (this.state.get().open?.id === open.id) this.queuedInRun.set(queued.length);
      },
      onFirstSend: (at) => (firstSendAt = Math.min(firstSendAt, at)),
      cancelled: () => this.state.get().open?.run?.cancelled === true,
    }).catch((cause: unknown) => ({ cause }));
    this.changeIfOpen(open.id, (before) =>
      // All may have been in the queue before, without an answer that said so.
      withEnd(before, queued, stopped, Number.isFinite(firstSendAt) ? firstSendAt : before.firstSendAt),
    );
  };

  /** Withdraws the submissions that are not sent yet and puts their rows back; returns how many. */
  readonly undo = async (): Promise<number> => {
    const { open } = this.state.get();
    if (!open || open.run) return 0;
    const numbers = await this.workspace.api.imports.undo({ id: open.id });
    this.changeIfOpen(open.id, (before) => withUndone(before, numbers));
    return numbers.length;
  };

  /** Stops queueing after the current chunks. */
  readonly cancel = (): void => this.change(withCancel);

  private async read(reader: Reader, name: string, input: ReaderInput): Promise<Failure | null> {
    const result = await reader.open(input, (rows) => this.readSoFar.set(rows));
    if (reader !== this.reader) return null;
    if (!result.ok) return result;
    const memory = await this.recall(result.value);
    if (reader !== this.reader) return null;
    if (!memory.ok) return memory;
    this.checker = new RowChecker(reader, this.change, (rows) => this.checkedSoFar.set(rows));
    const read = openImport({ ...result.value, name }, memory.value, crypto.randomUUID());
    const { job } = this;
    if (job === null) {
      this.set({ ...NO_IMPORT, open: read });
      return null;
    }
    const jobs = await attempt(() => this.workspace.api.library.list({ kind: 'job_description' }));
    if (reader !== this.reader) return null;
    if (!jobs.ok) return jobs;
    const known = jobs.value.find(({ serviceId }) => serviceId === job);
    this.set({ ...NO_IMPORT, open: withJob(read, job, known?.defaultQuestionnaireId ?? null) });
    return null;
  }

  private takeReader(): Reader {
    this.reader?.close();
    const reader = this.nextReader ?? openReader();
    this.nextReader = undefined;
    this.reader = reader;
    return reader;
  }

  private recall(source: ReadSource): Promise<Result<RecalledImport>> {
    return attempt(() => recallImport(this.workspace, headerKey(source), source.digest));
  }

  private set(next: ImportState): void {
    const isOpen = next.open !== null && !isOver(next.open);
    markUnsaved(`import of ${this.workspace.id}`, isOpen || next.reading !== null);
    this.state.set(next);
  }

  private changeIfOpen(id: string, part: (open: OpenImport) => OpenImport): void {
    if (this.state.get().open?.id === id) this.change(part);
  }
}

/** Errors: `several_files`, and those of a file's size. */
function fileSource([file, another]: readonly File[]): Result<SourceContent> {
  if (!file || another) return fail('several_files');
  const size = checkSize(file.size);
  return size.ok ? { ok: true, value: { type: 'open_file', name: file.name, file } } : size;
}

function textSource(text: string): Result<SourceContent> {
  return { ok: true, value: { type: 'open_text', name: 'Pasted rows', text } };
}

function showBusy(): void {
  showToast({
    tone: 'problem',
    title: 'Rows of another file are still being queued',
    message: 'Try again once all of them are.',
  });
}

/** Calls `leave`, after a question if corrections would be lost. */
export function leaveEdits(open: OpenImport, confirm: string, leave: () => void): void {
  if (!hasEdits(open)) {
    leave();
    return;
  }
  askToConfirm({
    title: `${confirm}?`,
    body: 'You will lose the corrections you made here. Queued submissions stay in the queue.',
    confirm,
    run: async () => leave(),
  });
}

/** Turns a rejection from the main process into a failed result. */
async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (cause) {
    return toApiError(cause).failure;
  }
}

async function runQueue(
  workspace: WorkspaceAccess,
  open: OpenImport,
  rows: readonly ReviewRow[],
  ready: readonly ReadyRow[],
  steps: Pick<QueueSteps, 'onQueued' | 'cancelled'> & { readonly onFirstSend: (at: number) => void },
): Promise<{ readonly cause: unknown } | 'cancelled' | null> {
  const { id, source, notBefore, consent, noticeOn } = open;
  const kept = keptOf(open);
  await workspace.api.imports.remember({
    headerKey: headerKey(source),
    columns: columnsToRemember({ ...open, kept }),
  });
  const cells = cellsByNumber(open);
  const start = { id, name: source.name, digest: source.digest, headers: headersToKeep(open), kept };
  // Hidden rows that are left out are not stored: the file saved for correction would show them, and importing it would
  // call these people.
  const stored = rows.filter(({ hidden, state }) => !hidden || state !== 'excluded');
  await beginImport(
    workspace,
    { ...start, rows: candidateRows(source).length - (rows.length - stored.length) },
    stored
      .filter(({ state }) => state !== 'ready' && state !== 'held')
      .map(({ number, notes }) => ({ number, cells: cells(number), problems: notes })),
  );
  const stopped = await queueRows(ready, {
    send: async (chunk, despiteDuplicates) => {
      const chunkRows = chunk.map(({ number, fields }) => ({
        number,
        cells: cells(number),
        fields: { ...fields, notBefore, consentWording: consent, noticeOn: fields.noticeOn ?? noticeOn },
      }));
      const run = { despiteDuplicates, together: ready.length };
      const { firstAt, forbidden } = await workspace.api.imports.queue({ id, rows: chunkRows, ...run });
      if (firstAt !== null) steps.onFirstSend(firstAt);
      return { forbidden };
    },
    queuedRows: () => workspace.api.imports.queuedRows({ id }),
    ...steps,
  });
  if (stopped === null) await workspace.api.imports.finish({ id });
  return stopped;
}

/** The side effects of queueing. */
export interface QueueSteps {
  /** Queues a chunk atomically, except `forbidden` rows, whose numbers may not be called; rows that are already queued are not added again. */
  readonly send: (
    rows: readonly ReadyRow[],
    despiteDuplicates: boolean,
  ) => Promise<{ readonly forbidden: readonly number[] }>;
  /** Numbers of this import's queued rows. */
  readonly queuedRows: () => Promise<readonly number[]>;
  readonly onQueued: (rows: readonly ReadyRow[]) => void;
  readonly cancelled: () => boolean;
}

/** Chunks in flight: while one is being stored, the next is prepared. */
const CONCURRENCY = 2;

/** Rows in the first chunk, so that sending starts early; sizes double up to `IMPORT_CHUNK`. */
const MIN_CHUNK = 16;

/** Why queueing stopped early. */
type Stopped = { readonly cause: unknown } | 'cancelled';

/** Queues rows in chunks until all are queued (null), a chunk fails or the user cancels. */
export async function queueRows(rows: readonly ReadyRow[], steps: QueueSteps): Promise<Stopped | null> {
  const chunks = chunksOf(rows);
  let stopped: Stopped | null = null;
  const worker = async () => {
    while (stopped === null) {
      const next = chunks.shift();
      if (!next) return;
      if (steps.cancelled()) stopped = 'cancelled';
      else stopped = (await queueChunk(next, steps)) ?? stopped;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return stopped;
}

/** Null: the whole chunk is queued, or may not be called. */
async function queueChunk({ chunk, anyway }: Chunk, steps: QueueSteps): Promise<Stopped | null> {
  try {
    const forbidden = new Set((await steps.send(chunk, anyway)).forbidden);
    steps.onQueued(chunk.filter(({ number }) => !forbidden.has(number)));
    return null;
  } catch (cause) {
    // The response may have been lost after the rows were stored. If even the lookup fails, they count as not queued:
    // queueing them again adds nothing.
    const arrived = new Set(await steps.queuedRows().catch(() => []));
    steps.onQueued(chunk.filter(({ number }) => arrived.has(number)));
    return chunk.some(({ number }) => !arrived.has(number)) ? { cause } : null;
  }
}

interface Chunk {
  readonly chunk: readonly ReadyRow[];
  readonly anyway: boolean;
}

/** Keeps deliberate duplicates in chunks of their own, at the end, so that all other rows are checked for duplicates. */
function chunksOf(rows: readonly ReadyRow[]): Chunk[] {
  return [false, true].flatMap((anyway) => {
    const same = rows.filter((row) => row.anyway === anyway);
    return cut(same).map((chunk) => ({ chunk, anyway }));
  });
}

function cut(rows: readonly ReadyRow[]): (readonly ReadyRow[])[] {
  const chunks = [];
  let size = MIN_CHUNK;
  for (let at = 0; at < rows.length; ) {
    chunks.push(rows.slice(at, at + size));
    at += size;
    size = Math.min(2 * size, IMPORT_CHUNK);
  }
  return chunks;
}

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

/**
 * Column choices made for files with this header, whether this file was imported before, and the workspace's default
 * country.
 */
async function recallImport(
  { api }: WorkspaceAccess,
  headerKey: string,
  digest: string,
): Promise<RecalledImport> {
  const [memory, { defaultCountry }] = await Promise.all([
    api.imports.recall({ headerKey, digest }),
    api.rules.get(),
  ]);
  return { ...memory, defaultCountry };
}

/** Records an import and the rows that won't be queued, with the reason. */
async function beginImport(
  { api }: WorkspaceAccess,
  start: ImportStart,
  problems: readonly UnqueuedRow[],
): Promise<void> {
  await api.imports.begin(start);
  for (let offset = 0; offset < problems.length; offset += IMPORT_CHUNK) {
    const rows = problems
      .slice(offset, offset + IMPORT_CHUNK)
      .map((row) => ({ ...row, cells: [...row.cells] }));
    await api.imports.keepProblems({ id: start.id, rows });
  }
}
