import { IMPORT_CHUNK } from '../../../shared/imports.ts';
import type { ReadyRow } from './judge-rows.ts';

/** What queueing needs of the world. */
export interface QueueSteps {
  /** Puts a chunk in the queue, all or none; rows that are there already stay there once. */
  readonly send: (rows: readonly ReadyRow[], despiteDuplicates: boolean) => Promise<unknown>;
  /** Numbers of the rows of this import that are in the queue. */
  readonly queuedRows: () => Promise<readonly number[]>;
  readonly onQueued: (rows: readonly ReadyRow[]) => void;
  readonly cancelled: () => boolean;
}

/** Chunks on their way together: while one is being stored, the next is made ready. */
const CHUNKS_AT_ONCE = 2;

/** Rows of the first chunk; each is twice as large as the one before it, until it is as large as a call takes. */
const SMALLEST_CHUNK = 16;

/** Why queueing ended before its end. */
type Stopped = { readonly cause: unknown } | 'cancelled';

/**
 * Puts rows in the queue, chunk after chunk, and begins none behind a failure or when it is cancelled; null: all are in.
 * After a failure it is looked up what has arrived, since an answer can get lost when the work is done.
 */
export async function queueRows(rows: readonly ReadyRow[], steps: QueueSteps): Promise<Stopped | null> {
  const chunks = chunksOf(rows);
  let stopped: Stopped | null = null;
  const bringOn = async () => {
    while (stopped === null) {
      const next = chunks.shift();
      if (!next) return;
      if (steps.cancelled()) stopped = 'cancelled';
      else stopped = (await bring(next, steps)) ?? stopped;
    }
  };
  await Promise.all(Array.from({ length: CHUNKS_AT_ONCE }, bringOn));
  return stopped;
}

/** Null: all of the chunk is in the queue. */
async function bring({ chunk, anyway }: Chunk, steps: QueueSteps): Promise<Stopped | null> {
  try {
    await steps.send(chunk, anyway);
    steps.onQueued(chunk);
    return null;
  } catch (cause) {
    // Where even this fails the rows count as not queued here; asked for again, they are found where they are.
    const arrived = new Set(await steps.queuedRows().catch(() => []));
    steps.onQueued(chunk.filter(({ number }) => arrived.has(number)));
    return chunk.some(({ number }) => !arrived.has(number)) ? { cause } : null;
  }
}

interface Chunk {
  readonly chunk: readonly ReadyRow[];
  readonly anyway: boolean;
}

/** Duplicates that are meant go after all others and on their own: nobody else's check is lifted with theirs. */
function chunksOf(rows: readonly ReadyRow[]): Chunk[] {
  return [false, true].flatMap((anyway) => {
    const same = rows.filter((row) => row.anyway === anyway);
    return cut(same).map((chunk) => ({ chunk, anyway }));
  });
}

/** The first are small, so that sending begins while the others are on their way. */
function cut(rows: readonly ReadyRow[]): (readonly ReadyRow[])[] {
  const chunks = [];
  let size = SMALLEST_CHUNK;
  for (let at = 0; at < rows.length; ) {
    chunks.push(rows.slice(at, at + size));
    at += size;
    size = Math.min(2 * size, IMPORT_CHUNK);
  }
  return chunks;
}
