import { IMPORT_CHUNK } from '../../../shared/imports.ts';
import type { ReadyRow } from './classify-rows.ts';

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
