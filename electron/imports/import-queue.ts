import pLimit from 'p-limit';
import { importProblem, ofRow } from '../../shared/import-problems.ts';
import type { ImportRow } from '../../shared/imports.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { ImportStore, QueueEntrance } from './ports.ts';

/** What stands with a row until it is queued. */
const NOT_REACHED = [ofRow(importProblem('not_reached'))];

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
  /** One chunk after the other: of two with the same row the second must find it queued. */
  private readonly mutex = pLimit(1);

  constructor(store: ImportStore) {
    this.store = store;
  }

  /**
   * Queues a chunk, all or none; rows that are in the queue already are left out and count as queued. Answers the
   * numbers of all its rows. Errors: those of {@link QueueEntrance}.
   */
  queue(chunk: ImportChunk, entrance: QueueEntrance): Promise<Result<{ queued: readonly number[] }>> {
    return this.mutex(() => this.queueAlone(chunk, entrance));
  }

  private async queueAlone(
    { workspaceId, importId, rows, despiteDuplicates }: ImportChunk,
    entrance: QueueEntrance,
  ): Promise<Result<{ queued: readonly number[] }>> {
    const queued = rows.map(({ number }) => number);
    const linked = new Set(await this.store.queuedAmong(workspaceId, importId, queued));
    const fresh = rows.filter(({ number }) => !linked.has(number));
    if (fresh.length === 0) return ok({ queued });
    const submitted = await entrance.submit(
      fresh.map(({ fields }) => fields),
      { despiteDuplicates, from: { importId, rows: fresh.map(({ number, cells }) => ({ number, cells })) } },
    );
    if (submitted.ok) return ok({ queued });
    const left = fresh.map(({ number, cells }) => ({ number, cells, problems: NOT_REACHED }));
    await this.store.keepProblems(workspaceId, importId, left);
    return submitted;
  }
}
