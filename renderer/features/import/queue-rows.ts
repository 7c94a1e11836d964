import type { SubmissionFields } from '../../../shared/submission.ts';
import type { ReadyRow } from './judge-rows.ts';

/** As many as one call takes; each call is one transaction: all of them or none. */
export const CHUNK_SIZE = 500;

/** What queueing needs of the world. */
export interface QueueSteps {
  /** Throws when the next chunk must not go, for example because another workspace is open now. */
  readonly mayGo: () => Promise<void>;
  /** Puts a chunk in the queue, all or none; `despiteDuplicates`: all of them are duplicates and meant. */
  readonly send: (submissions: SubmissionFields[], despiteDuplicates: boolean) => Promise<unknown>;
  /**
   * Whether a chunk is in the queue although `send` failed; it was sent at or after `since` (ms since 1970 UTC).
   * Throws when that cannot be found out.
   */
  readonly hasArrived: (submissions: readonly SubmissionFields[], since: number) => Promise<boolean>;
  readonly onQueued: (rows: readonly ReadyRow[]) => void;
  readonly now: () => number;
}

/** How it ended. `unclear` rows may be in the queue or not; all others not told to `onQueued` are not. */
export interface QueueEnd {
  readonly failure: { readonly cause: unknown; readonly since: number } | null;
  readonly unclear: readonly ReadyRow[];
}

/**
 * Puts rows in the queue, chunk after chunk, and stops at the first failure. A chunk is never sent twice: after a
 * failure it is looked for, since an answer can get lost when the work is done.
 */
export async function queueRows(rows: readonly ReadyRow[], steps: QueueSteps): Promise<QueueEnd> {
  for (const { chunk, anyway } of chunksOf(rows)) {
    const since = steps.now();
    try {
      await steps.mayGo();
    } catch (cause) {
      return { failure: { cause, since }, unclear: [] };
    }
    const submissions = chunk.map(({ fields }) => fields);
    try {
      await steps.send(submissions, anyway);
    } catch (cause) {
      const arrived = await steps.hasArrived(submissions, since).catch(() => undefined);
      if (!arrived) {
        return { failure: { cause, since }, unclear: arrived === undefined ? chunk : [] };
      }
    }
    steps.onQueued(chunk);
  }
  return { failure: null, unclear: [] };
}

/** Duplicates that are meant go after all others and on their own: nobody else's check is lifted with theirs. */
function chunksOf(rows: readonly ReadyRow[]): { chunk: readonly ReadyRow[]; anyway: boolean }[] {
  return [false, true].flatMap((anyway) => {
    const same = rows.filter((row) => row.anyway === anyway);
    const starts = Array.from({ length: Math.ceil(same.length / CHUNK_SIZE) }, (_, nth) => nth * CHUNK_SIZE);
    return starts.map((at) => ({ chunk: same.slice(at, at + CHUNK_SIZE), anyway }));
  });
}
