import { IMPORT_CHUNK } from '../../../shared/imports.ts';
import type { ReadyRow } from './judge-rows.ts';

/** What queueing needs of the world. */
export interface QueueSteps {
  /** Throws when the next chunk must not go, for example because another workspace is open now. */
  readonly mayGo: () => Promise<void>;
  /** Puts a chunk in the queue, all or none; rows that are there already stay there once. */
  readonly send: (rows: readonly ReadyRow[], despiteDuplicates: boolean) => Promise<unknown>;
  /** Numbers of the rows of this import that are in the queue. */
  readonly queuedRows: () => Promise<readonly number[]>;
  readonly onQueued: (rows: readonly ReadyRow[]) => void;
  readonly cancelled: () => boolean;
}

/**
 * Puts rows in the queue, chunk after chunk, and stops at the first failure or when it is cancelled; null: all are in.
 * After a failure it is looked up what has arrived, since an answer can get lost when the work is done.
 */
export async function queueRows(
  rows: readonly ReadyRow[],
  steps: QueueSteps,
): Promise<{ readonly cause: unknown } | 'cancelled' | null> {
  for (const { chunk, anyway } of chunksOf(rows)) {
    if (steps.cancelled()) return 'cancelled';
    try {
      await steps.mayGo();
      await steps.send(chunk, anyway);
      steps.onQueued(chunk);
    } catch (cause) {
      // Where even this fails the rows count as not queued here; asked for again, they are found where they are.
      const arrived = new Set(await steps.queuedRows().catch(() => []));
      steps.onQueued(chunk.filter(({ number }) => arrived.has(number)));
      if (chunk.some(({ number }) => !arrived.has(number))) return { cause };
    }
  }
  return null;
}

/** Duplicates that are meant go after all others and on their own: nobody else's check is lifted with theirs. */
function chunksOf(rows: readonly ReadyRow[]): { chunk: readonly ReadyRow[]; anyway: boolean }[] {
  return [false, true].flatMap((anyway) => {
    const same = rows.filter((row) => row.anyway === anyway);
    const starts = Array.from(
      { length: Math.ceil(same.length / IMPORT_CHUNK) },
      (_, nth) => nth * IMPORT_CHUNK,
    );
    return starts.map((at) => ({ chunk: same.slice(at, at + IMPORT_CHUNK), anyway }));
  });
}
