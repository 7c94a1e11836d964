import type { LibraryEntry } from '../../../shared/library.ts';
import type { Failure, Result } from '../../../shared/result.ts';
import { toApiError } from '../../api/api-error.ts';
import {
  beginImport,
  finishImport,
  queuedImportRows,
  queueImportRows,
  recallImport,
  rememberColumns,
} from '../../api/import.ts';
import type { WorkspaceAccess } from '../../api/workspace.ts';
import { markUnsaved } from '../../routes/unsaved-work.ts';
import { Store } from '../../store.ts';
import {
  cellsByNumber,
  columnsToRemember,
  headerKey,
  headersToKeep,
  type ImportState,
  NO_IMPORT,
  type OpenImport,
  openImport,
  type RowEdits,
  reopenImport,
  withCancel,
  withChecked,
  withEnd,
  withRun,
} from './import-state.ts';
import { type ReadyRow, type ReviewRow, readyRows } from './judge-rows.ts';
import { queueRows } from './queue-rows.ts';
import type { CheckedRow } from './reading/check-rows.ts';
import { openReader, type Reader, type ReaderInput } from './reading/open-reader.ts';
import { candidateRows } from './reading/source-rows.ts';
import type { TextEncoding } from './reading/text-encodings.ts';

/**
 * The import of one workspace. It lives as long as the window and not only as long as the page: going elsewhere, to
 * another workspace too, neither stops the queueing nor forgets what was put right, and all of it goes to its own.
 */
export interface ImportSession {
  readonly state: Store<ImportState>;
  /** How many rows the run under way has brought into the queue: apart from the state, so that a chunk draws only a bar. */
  readonly queuedInRun: Store<number>;
  /** Starts the thread that will read the next file, so that it need not start first; gives the way to end it unused. */
  readonly expectFile: () => () => void;
  /** Reads a file or pasted text and opens it for review; answers why it cannot. */
  readonly open: (name: string, input: () => Promise<ReaderInput>) => Promise<Failure | null>;
  /** Reads another sheet of the same workbook in its place. */
  readonly openSheet: (sheet: number) => Promise<Failure | null>;
  /** Reads the letters of the same file in another encoding, in its place. */
  readonly openAgain: (encoding: TextEncoding) => Promise<Failure | null>;
  readonly change: (change: (open: OpenImport) => OpenImport) => void;
  /** Puts the import away; what it queued stays queued. */
  readonly close: () => void;
  /** Checks the rows that something has changed of; `library` is what names are looked up in. */
  readonly check: (open: OpenImport, library: readonly LibraryEntry[]) => void;
  /** Queues the rows that can go; does nothing while a run is under way. */
  readonly queue: (rows: readonly ReviewRow[]) => Promise<void>;
  /** Stops queueing behind the chunk that is under way. */
  readonly cancel: () => void;
}

const sessions = new Map<string, ImportSession>();

/** The import of a workspace, the same one at every call. */
export function importSession(workspace: WorkspaceAccess): ImportSession {
  const session = sessions.get(workspace.id) ?? createSession(workspace);
  sessions.set(workspace.id, session);
  return session;
}

function createSession(workspace: WorkspaceAccess): ImportSession {
  const state = new Store<ImportState>(NO_IMPORT);
  const queuedInRun = new Store(0);
  let reader: Reader | undefined;
  let nextReader: Reader | undefined;
  let checker: RowChecker | undefined;
  const set = (next: ImportState) => {
    markUnsaved(`import of ${workspace.id}`, next.open !== null || next.reading !== null);
    state.set(next);
  };
  const change: ImportSession['change'] = (part) => {
    const before = state.get();
    if (before.open) set({ ...before, open: part(before.open) });
  };
  const changeOf = (id: string): ImportSession['change'] => {
    return (part) => state.get().open?.id === id && change(part);
  };

  const read = async (from: Reader, name: string, input: ReaderInput): Promise<Failure | null> => {
    const result = await from.open(input);
    if (from !== reader) return null;
    if (!result.ok) return result;
    const memory = await attempt(() => recallImport(workspace, headerKey(result.value), result.value.digest));
    if (from !== reader) return null;
    if (!memory.ok) return memory;
    checker = new RowChecker(from, change);
    set({ open: openImport({ ...result.value, name }, memory.value, crypto.randomUUID()), reading: null });
    return null;
  };

  const open: ImportSession['open'] = async (name, input) => {
    reader?.close();
    const mine = nextReader ?? openReader();
    nextReader = undefined;
    reader = mine;
    set({ open: null, reading: { name } });
    const failure = await attempt(input).then((got) => (got.ok ? read(mine, name, got.value) : got));
    // Cancelled meanwhile, or another file was taken in its place.
    if (mine !== reader) return null;
    if (failure) close();
    return failure;
  };

  const expectFile = () => {
    nextReader ??= openReader();
    const expected = nextReader;
    return () => {
      if (nextReader !== expected) return;
      nextReader = undefined;
      expected.close();
    };
  };

  const openSheet: ImportSession['openSheet'] = async (sheet) => {
    const shown = state.get().open;
    return reader && shown ? read(reader, shown.source.name, { type: 'open_sheet', sheet }) : null;
  };

  const openAgain: ImportSession['openAgain'] = async (encoding) => {
    const from = reader;
    const shown = state.get().open;
    if (!from || !shown) return null;
    const { id, source } = shown;
    const result = await from.open({ type: 'open_again', encoding });
    if (!result.ok) return result;
    const memory = await attempt(() => recallImport(workspace, headerKey(result.value), result.value.digest));
    if (!memory.ok) return memory;
    changeOf(id)((before) =>
      before.run ? before : reopenImport(before, { ...result.value, name: source.name }, memory.value),
    );
    return null;
  };

  const close = () => {
    reader?.close();
    reader = undefined;
    checker = undefined;
    set(NO_IMPORT);
  };

  const queue = async (rows: readonly ReviewRow[]) => {
    const ready = readyRows(rows);
    const shown = state.get().open;
    if (!shown || shown.run || ready.length === 0) return;
    queuedInRun.set(0);
    change((before) => withRun(before, ready.length));
    const { id } = shown;
    const arrived: ReadyRow[] = [];
    const stopped = await runQueue(workspace, shown, rows, ready, {
      onQueued: (some) => {
        arrived.push(...some);
        if (state.get().open?.id === id) queuedInRun.set(arrived.length);
      },
      cancelled: () => state.get().open?.run?.cancelled === true,
    }).catch((cause: unknown) => ({ cause }));
    changeOf(id)((before) => withEnd(before, arrived, stopped));
  };

  return {
    state,
    queuedInRun,
    expectFile,
    open,
    openSheet,
    openAgain,
    change,
    close,
    check: (shown, library) => checker?.check(shown, library),
    queue,
    cancel: () => change(withCancel),
  };
}

/** An answer of the main process or a file that cannot be read, as a result. */
async function attempt<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (cause) {
    return toApiError(cause).failure;
  }
}

interface RunSteps {
  readonly onQueued: (rows: readonly ReadyRow[]) => void;
  readonly cancelled: () => boolean;
}

async function runQueue(
  workspace: WorkspaceAccess,
  open: OpenImport,
  rows: readonly ReviewRow[],
  ready: readonly ReadyRow[],
  steps: RunSteps,
): Promise<{ readonly cause: unknown } | 'cancelled' | null> {
  const { id, source, notBefore, consent } = open;
  await rememberColumns(workspace, headerKey(source), columnsToRemember(open));
  const cells = cellsByNumber(open);
  const start = { id, name: source.name, digest: source.digest, headers: headersToKeep(open) };
  // Saved to be put right, hidden rows would show: once imported again, they would be called.
  const unseen = rows.filter(({ hidden, state }) => hidden && state === 'excluded').length;
  await beginImport(
    workspace,
    { ...start, rows: candidateRows(source).length - unseen },
    rows
      .filter(
        ({ hidden, state }) => state !== 'ready' && state !== 'held' && !(hidden && state === 'excluded'),
      )
      .map(({ number, notes }) => ({ number, cells: cells(number), problems: notes })),
  );
  const stopped = await queueRows(ready, {
    send: (chunk, despiteDuplicates) =>
      queueImportRows(
        workspace,
        id,
        chunk.map(({ number, fields }) => ({
          number,
          cells: cells(number),
          fields: { ...fields, notBefore, consentWording: consent },
        })),
        despiteDuplicates,
      ),
    queuedRows: () => queuedImportRows(workspace, id),
    ...steps,
  });
  if (stopped === null) await finishImport(workspace, id);
  return stopped;
}

/** Asks the reader for the rows that something has changed of, and takes the answers in. */
class RowChecker {
  private readonly reader: Reader;
  private readonly change: ImportSession['change'];
  private last: { readonly open: OpenImport; readonly library: readonly LibraryEntry[] } | undefined;
  private latest = 0;

  constructor(reader: Reader, change: ImportSession['change']) {
    this.reader = reader;
    this.change = change;
  }

  check(open: OpenImport, library: readonly LibraryEntry[]): void {
    const { last } = this;
    const sameColumns =
      last !== undefined &&
      last.open.mapping === open.mapping &&
      last.open.reading === open.reading &&
      last.open.source === open.source;
    const sameNames = last !== undefined && haveSameNames(last.library, library);
    if (sameColumns && sameNames && sameCells(last.open.edits, open.edits)) return;
    this.last = { open, library };
    // While all are being checked, a change of one would be overtaken by the answer from before it.
    if (!sameColumns || open.checking) this.ask(open, library, null);
    else if (sameNames) this.ask(open, library, changedNumbers(last.open, open));
    else this.ask(open, library, open.queued.size === 0 ? null : numbersLeft(open));
  }

  private ask(open: OpenImport, library: readonly LibraryEntry[], only: readonly number[] | null): void {
    if (only === null) this.change((before) => ({ ...before, checking: true }));
    this.latest += 1;
    const mine = this.latest;
    const found: CheckedRow[] = [];
    const { mapping, reading, edits, source } = open;
    const ask = { headerAt: source.headerAt, mapping, reading, library, only };
    const cells = { corrections: [...edits.corrections], chosen: [...edits.chosen] };
    this.reader.check({ ...ask, ...cells }, (rows, done) => {
      found.push(...rows);
      if (!done || (only === null && mine !== this.latest)) return;
      this.change((before) => withChecked(before, found, only === null));
    });
  }
}

/** Every submission changes when an entry was last used: that makes no difference here. */
function haveSameNames(before: readonly LibraryEntry[], after: readonly LibraryEntry[]): boolean {
  if (before === after) return true;
  const names = (entries: readonly LibraryEntry[]) =>
    entries.map(({ kind, serviceId, name }) => JSON.stringify([kind, serviceId, name])).sort();
  return names(before).join() === names(after).join();
}

/** Rows that are not in the queue: nothing changes those that are. */
function numbersLeft({ checked, queued }: OpenImport): readonly number[] {
  return checked.flatMap(({ number }) => (queued.has(number) ? [] : [number]));
}

function sameCells(before: RowEdits, after: RowEdits): boolean {
  return before.corrections === after.corrections && before.chosen === after.chosen;
}

/** Rows of which cells were put right or chosen, or are not any more. */
function changedNumbers({ edits: before }: OpenImport, { edits: after }: OpenImport): readonly number[] {
  const changed = (old: ReadonlyMap<number, unknown>, now: ReadonlyMap<number, unknown>) =>
    [...old.keys(), ...now.keys()].filter((number) => old.get(number) !== now.get(number));
  return [
    ...new Set([...changed(before.corrections, after.corrections), ...changed(before.chosen, after.chosen)]),
  ];
}
