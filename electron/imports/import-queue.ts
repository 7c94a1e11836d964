import pLimit from 'p-limit';
import { importProblem, ofRow, reviewOf } from '../../shared/import-problems.ts';
import type { ImportRow, QueuedRows } from '../../shared/imports.ts';
import { type Failure, ok, type Result } from '../../shared/result.ts';
import type { Stores } from '../storage/stores/index.ts';
import { type OutboxDecisions, WITHDRAWABLE } from '../submissions/outbox-decisions.ts';
import type { Submitter } from '../submissions/submitter.ts';

/** The way into the queue, which alone decides about duplicates, delays and ids. */
type QueueEntrance = Pick<Submitter, 'refusals' | 'submit'>;

const NOT_QUEUED = [ofRow(importProblem('not_queued'))];

/** Rows of one file, queued together. */
interface ImportChunk {
  readonly workspaceId: string;
  readonly importId: string;
  readonly rows: readonly ImportRow[];
  /** The person wants these rows submitted although they are duplicates. */
  readonly despiteDuplicates: boolean;
  /** The rows of the whole run, of which these are a part. */
  readonly together: number;
}

/** Queues rows of files, each at most once: one transaction adds a submission and links it to its row. */
export class ImportQueue {
  private readonly store: Stores['imports'];
  /** One chunk at a time: of two chunks with the same row, the second must find it queued. */
  private readonly mutex = pLimit(1);

  constructor(store: Stores['imports']) {
    this.store = store;
  }

  /**
   * Queues a chunk, all or none, but without rows whose number may not be called; skips rows queued before. Returns the
   * numbers of all in the queue. Errors: see {@link QueueEntrance}.
   */
  queue(chunk: ImportChunk, entrance: QueueEntrance): Promise<Result<QueuedRows>> {
    return this.mutex(() => this.queueAlone(chunk, entrance));
  }

  private async queueAlone(
    { workspaceId, importId, rows, despiteDuplicates, together }: ImportChunk,
    entrance: QueueEntrance,
  ): Promise<Result<QueuedRows>> {
    const queued = rows.map(({ number }) => number);
    const linked = new Set(await this.store.queuedAmong(workspaceId, importId, queued));
    const unlinked = rows.filter(({ number }) => !linked.has(number));
    const refusals = await entrance.refusals(unlinked.map(({ fields }) => fields));
    const left = unlinked.flatMap(({ number, cells }, index) => {
      const refused = refusals[index] && reviewOf(refusals[index]);
      return refused ? [{ number, cells, problems: [refused.note] }] : [];
    });
    if (left.length > 0) await this.store.keepProblems(workspaceId, importId, left);
    const forbidden = left.map(({ number }) => number);
    const inQueue = queued.filter((number) => !forbidden.includes(number));
    const fresh = unlinked.filter((_row, index) => !refusals[index]);
    if (fresh.length === 0) return ok({ queued: inQueue, firstAt: null, forbidden });
    const submitted = await entrance.submit(
      fresh.map(({ fields }) => fields),
      {
        despiteDuplicates,
        // The review says beside the date when calls may start.
        waitForNotice: true,
        together,
        from: { importId, rows: fresh.map(({ number, cells }) => ({ number, cells })) },
      },
    );
    if (submitted.ok) {
      const firstAt = Math.min(...submitted.value.map(({ sendAfter }) => sendAfter));
      return ok({ queued: inQueue, firstAt, forbidden });
    }
    return this.notReached(workspaceId, importId, fresh, submitted);
  }

  private async notReached(
    workspaceId: string,
    importId: string,
    fresh: readonly ImportRow[],
    submitted: Failure,
  ): Promise<Failure> {
    const left = fresh.map(({ number, cells }) => ({ number, cells, problems: NOT_QUEUED }));
    await this.store.keepProblems(workspaceId, importId, left);
    return submitted;
  }
}

export type WaitingSubmissions = Pick<OutboxDecisions, 'withdraw'>;

/** How many are read, and changed in one transaction: it holds up neither the queue nor the window for long. */
const CHUNK_SIZE = 1000;

/** Withdraws the unsent submissions of a file; returns how many. */
export async function withdrawImport(
  importId: string,
  store: Stores['imports'],
  waiting: WaitingSubmissions,
): Promise<number> {
  const ids = await store.submissionsIn(importId, WITHDRAWABLE);
  let changed = 0;
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    changed += await waiting.withdraw(ids.slice(start, start + CHUNK_SIZE));
  }
  return changed;
}

/** The same, after which the withdrawn rows can be queued again; returns their numbers. */
export async function undoImport(
  importId: string,
  store: Stores['imports'],
  waiting: WaitingSubmissions,
): Promise<readonly number[]> {
  await withdrawImport(importId, store, waiting);
  return store.releaseWithdrawn(importId);
}

/** The window sends a file in chunks: this long after one, ms, the next may still follow. */
const CHUNK_TIMEOUT_MS = 10_000;

/** Knows whether rows of a file are being queued, so that no update restarts the app in the middle. */
export class ImportActivity {
  private readonly now: () => number;
  private running = 0;
  private idleFrom = 0;
  private importId: string | undefined;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** True from the start of a chunk until {@link finished}, or until no further chunk has come for a while. */
  get active(): boolean {
    return this.running > 0 || this.now() < this.idleFrom;
  }

  async during<T>(importId: string, queueChunk: () => Promise<T>): Promise<T> {
    this.running += 1;
    this.importId = importId;
    try {
      return await queueChunk();
    } finally {
      this.running -= 1;
      this.idleFrom = this.now() + CHUNK_TIMEOUT_MS;
    }
  }

  /** The window has sent the last chunk of an import. */
  finished(importId: string): void {
    if (importId === this.importId) this.idleFrom = 0;
  }
}
