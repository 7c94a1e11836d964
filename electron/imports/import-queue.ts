import type { ImportRow } from '../../shared/imports.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { ImportStore, QueueEntrance } from './ports.ts';

/** Rows of one file that go together. */
export interface ImportChunk {
  readonly workspaceId: string;
  readonly importId: string;
  readonly rows: readonly ImportRow[];
  /** All of these are duplicates and meant. */
  readonly despiteDuplicates: boolean;
}

/**
 * Brings rows of files into the queue, each at most once whatever happens in between. The link of a row to its
 * submission is stored in the very transaction that adds the submission: a crash leaves both or neither, and whoever
 * asks again finds the row queued.
 */
export class ImportQueue {
  private readonly store: ImportStore;
  private last: Promise<unknown> = Promise.resolve();

  constructor(store: ImportStore) {
    this.store = store;
  }

  /**
   * Queues a chunk, all or none; rows that are in the queue already are left out and count as queued. Answers the
   * numbers of all its rows. Errors: those of {@link QueueEntrance}.
   */
  queue(chunk: ImportChunk, entrance: QueueEntrance): Promise<Result<{ queued: readonly number[] }>> {
    // One after the other: the claims in the store are those of one chunk.
    const queued = this.last.then(() => this.queueAlone(chunk, entrance));
    this.last = queued.catch(() => undefined);
    return queued;
  }

  private async queueAlone(
    { workspaceId, importId, rows, despiteDuplicates }: ImportChunk,
    entrance: QueueEntrance,
  ): Promise<Result<{ queued: readonly number[] }>> {
    const linked = new Set(await this.store.claim(workspaceId, importId, rows));
    const fresh = rows.filter(({ number }) => !linked.has(number));
    const queued = rows.map(({ number }) => number);
    if (fresh.length === 0) return ok({ queued });
    const submitted = await entrance.submit(
      fresh.map(({ fields }) => fields),
      { despiteDuplicates },
    );
    if (submitted.ok) return ok({ queued });
    await this.store.release();
    return submitted;
  }
}
