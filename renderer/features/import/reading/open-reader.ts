import { fail, type Result } from '../../../../shared/result.ts';
import type { CheckedRow } from './check-rows.ts';
import type { CheckRequest, ReaderRequest, ReaderResponse, SourceInfo } from './reader-messages.ts';
import type { TableRow } from './table-row.ts';
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
