import type { LibraryEntry } from '../../../shared/library.ts';
import { fail, type Result } from '../../../shared/result.ts';
import type { CheckedRow } from './check-rows.ts';
import { type OpenImport, type RowEdits, withChecked } from './import-state.ts';
import { type ColumnMapping, mappingAsked, type RowValues, type TableRow } from './match-headers.ts';
import type { NationalReading } from './read-cell.ts';
import type { ImportSource } from './source-rows.ts';
import type { TextEncoding } from './text-encodings.ts';

/** A file, or pasted text. */
export type SourceContent =
  | { readonly type: 'open_file'; readonly name: string; readonly file: Blob }
  | { readonly type: 'open_text'; readonly name: string; readonly text: string };

/** Opens a file or pasted text, or the open file's other sheet or another encoding of it. */
export type ReaderInput =
  | SourceContent
  | { readonly type: 'open_sheet'; readonly sheet: number }
  | { readonly type: 'open_again'; readonly encoding: TextEncoding };

/** A source with all its rows. */
export type ReadSource = SourceInfo & { readonly rows: readonly TableRow[] };

/** Reads and checks one file in a worker. */
export interface Reader {
  /**
   * Reads all rows; `onRead` is told how many there are so far. Errors: `file_unreadable`, those of `openPieces` and
   * `openText`, and `file_broken` if the worker fails.
   */
  open(input: ReaderInput, onRead?: (rows: number) => void): Promise<Result<ReadSource>>;
  /** Checks rows and delivers them in slices. A check of all rows ends an earlier one. */
  check(ask: CheckRequest, onRows: (rows: readonly CheckedRow[], done: boolean) => void): void;
  close(): void;
}

const BROKEN = fail('file_broken');

/** Starts the worker; `close` ends it. */
export function openReader(): Reader {
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' });
  const listeners = new Map<number, (answer: ReaderResponse) => void>();
  const breaks = new Set<() => void>();
  let seq = 0;
  let neverStarted = false;
  worker.addEventListener('message', ({ data }: MessageEvent<ReaderResponse>) =>
    listeners.get(data.seq)?.(data),
  );
  worker.addEventListener('error', () => {
    // The worker may fail before the first request: remember that.
    if (seq === 0) neverStarted = true;
    for (const onBreak of breaks) onBreak();
  });
  const ask = (question: ReaderRequest, listener: (answer: ReaderResponse) => void) => {
    listeners.set(question.seq, listener);
    worker.postMessage(question);
  };
  return {
    open: (input, onRead) =>
      new Promise((resolve) => {
        if (neverStarted) return resolve(BROKEN);
        const rows: TableRow[] = [];
        const mine = ++seq;
        const settle = (result: Result<ReadSource>) => {
          listeners.delete(mine);
          breaks.delete(onBreak);
          resolve(result);
        };
        const onBreak = () => settle(BROKEN);
        breaks.add(onBreak);
        ask({ ...input, seq: mine }, (answer) => {
          if (answer.type === 'rows') {
            rows.push(...answer.rows);
            onRead?.(rows.length);
          }
          if (answer.type !== 'opened') return;
          const { result } = answer;
          settle(result.ok ? { ok: true, value: { ...result.value, rows } } : result);
        });
      }),
    check: (question, onRows) => {
      const mine = ++seq;
      ask({ type: 'check', ...question, seq: mine }, (answer) => {
        if (answer.type !== 'checked') return;
        if (answer.done) listeners.delete(mine);
        onRows(answer.rows, answer.done);
      });
    },
    close: () => {
      for (const onBreak of breaks) onBreak();
      worker.terminate();
    },
  };
}

/** A request to the reader's worker. */
export type ReaderRequest =
  | { readonly type: 'open_file'; readonly seq: number; readonly name: string; readonly file: Blob }
  | { readonly type: 'open_text'; readonly seq: number; readonly name: string; readonly text: string }
  | { readonly type: 'open_sheet'; readonly seq: number; readonly sheet: number }
  | { readonly type: 'open_again'; readonly seq: number; readonly encoding: TextEncoding }
  | ({ readonly type: 'check'; readonly seq: number } & CheckRequest);

/** How to check the rows. */
interface CheckRequest {
  readonly headerAt: number | null;
  readonly mapping: ColumnMapping;
  readonly reading: NationalReading;
  readonly library: readonly LibraryEntry[];
  readonly corrections: readonly (readonly [number, Partial<RowValues>])[];
  readonly chosen: readonly (readonly [number, Partial<RowValues>])[];
  /** Row numbers; null for all. */
  readonly only: readonly number[] | null;
}

/** A source without its rows, which arrive in slices. */
type SourceInfo = Omit<ImportSource, 'rows'> & {
  /** A hash of the content in hexadecimal, a slash and the sheet. */
  readonly digest: string;
};

/** A response of the worker; rows come in slices, so that receiving them never blocks the window. */
export type ReaderResponse =
  | { readonly type: 'rows'; readonly seq: number; readonly rows: readonly TableRow[] }
  | { readonly type: 'opened'; readonly seq: number; readonly result: Result<SourceInfo> }
  | {
      readonly type: 'checked';
      readonly seq: number;
      readonly rows: readonly CheckedRow[];
      readonly done: boolean;
    };

type Change = (part: (open: OpenImport) => OpenImport) => void;

/** What rows are checked against besides the choices of the review. */
export interface CheckedAgainst {
  readonly library: readonly LibraryEntry[];
  /** The workspace asks for the day of notice. */
  readonly noticeAsked: boolean;
}

/** Has the reader check the rows that changed, and applies the results. */
export class RowChecker {
  private readonly reader: Reader;
  private readonly change: Change;
  private last: (CheckedAgainst & { readonly open: OpenImport }) | undefined;
  private latestSeq = 0;
  private readonly onProgress: (rows: number) => void;

  /** `onProgress`: how many rows of a check of all are done. */
  constructor(reader: Reader, change: Change, onProgress: (rows: number) => void) {
    this.onProgress = onProgress;
    this.reader = reader;
    this.change = change;
  }

  check(open: OpenImport, against: CheckedAgainst): void {
    const { library, noticeAsked } = against;
    const { last } = this;
    const sameColumns =
      last !== undefined &&
      last.open.mapping === open.mapping &&
      last.open.reading === open.reading &&
      last.open.source === open.source &&
      last.noticeAsked === noticeAsked;
    const sameNames = last !== undefined && haveSameNames(last.library, library);
    if (sameColumns && sameNames && sameCells(last.open.edits, open.edits)) return;
    this.last = { open, ...against };
    // During a full check, a partial one would be overwritten by the older full result.
    if (!sameColumns || open.checking) this.request(open, against, null);
    else if (sameNames) this.request(open, against, changedNumbers(last.open, open));
    else this.request(open, against, open.queued.size === 0 ? null : numbersLeft(open));
  }

  private request(open: OpenImport, against: CheckedAgainst, only: readonly number[] | null): void {
    if (only === null) this.change((before) => ({ ...before, checking: true }));
    this.latestSeq += 1;
    const seq = this.latestSeq;
    const checked: CheckedRow[] = [];
    const { reading, edits, source } = open;
    const { library, noticeAsked } = against;
    const mapping = mappingAsked(open.mapping, noticeAsked);
    const cells = { corrections: [...edits.corrections], chosen: [...edits.chosen] };
    this.reader.check(
      { headerAt: source.headerAt, mapping, reading, library, only, ...cells },
      (rows, done) => {
        checked.push(...rows);
        if (only === null && seq === this.latestSeq) this.onProgress(checked.length);
        if (!done || (only === null && seq !== this.latestSeq)) return;
        this.change((before) => withChecked(before, checked, only === null));
      },
    );
  }
}

/** Compares names alone: every submission changes an entry's `lastUsedAt`. */
function haveSameNames(before: readonly LibraryEntry[], after: readonly LibraryEntry[]): boolean {
  if (before === after) return true;
  const names = (entries: readonly LibraryEntry[]) =>
    entries.map(({ kind, serviceId, name }) => JSON.stringify([kind, serviceId, name])).sort();
  return names(before).join() === names(after).join();
}

/** Numbers of the rows that are not queued. */
function numbersLeft({ checked, queued }: OpenImport): readonly number[] {
  return checked.flatMap(({ number }) => (queued.has(number) ? [] : [number]));
}

function sameCells(before: RowEdits, after: RowEdits): boolean {
  return before.corrections === after.corrections && before.chosen === after.chosen;
}

/** Numbers of the rows whose corrections or choices differ. */
function changedNumbers({ edits: before }: OpenImport, { edits: after }: OpenImport): readonly number[] {
  const changed = (old: ReadonlyMap<number, unknown>, now: ReadonlyMap<number, unknown>) =>
    [...old.keys(), ...now.keys()].filter((number) => old.get(number) !== now.get(number));
  return [
    ...new Set([...changed(before.corrections, after.corrections), ...changed(before.chosen, after.chosen)]),
  ];
}
