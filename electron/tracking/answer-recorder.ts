import { setTimeout as pause } from 'node:timers/promises';
import type { ReadOutcome } from '../service/get-interview-request.ts';
import { applyReadOutcome, type TrackedRequest } from './apply-answer.ts';
import type { RequestStore } from './ports.ts';

export interface AnswerRecorderOptions {
  readonly workspaceId: string;
  readonly store: RequestStore;
  readonly onChange: (requestIds: readonly string[]) => void;
  /** A request was not completed before and is now. */
  readonly onCompleted?: ((request: TrackedRequest) => void) | undefined;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now: () => number;
  readonly random: () => number;
}

/** An answer on its way to the store. */
interface Waiting {
  readonly requestId: string;
  readonly outcome: ReadOutcome;
  readonly kept: (stored: boolean) => void;
}

/** So many are stored in one transaction: others that the storage is asked for wait no longer than for these. */
const MOST_TOGETHER = 50;

/** Answers of a moment share a transaction: each has its sync of the disk, and nobody sees a row change 20 ms sooner. */
const GATHERED_FOR_MS = 20;

/** Stores the answers of status reads. Those that come in one moment, or while others are being stored, go in one transaction. */
export class AnswerRecorder {
  private readonly options: AnswerRecorderOptions;
  private waiting: Waiting[] = [];
  private storing: Promise<void> | undefined;

  constructor(options: AnswerRecorderOptions) {
    this.options = options;
  }

  /** Keeps one; answers whether it is on the disk. Never rejects: a failure is told, and the request read again one day. */
  keep(requestId: string, outcome: ReadOutcome): Promise<boolean> {
    const { promise, resolve: kept } = Promise.withResolvers<boolean>();
    this.waiting.push({ requestId, outcome, kept });
    this.storing ??= this.storeAll().finally(() => {
      this.storing = undefined;
    });
    return promise;
  }

  private async storeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      if (this.waiting.length < MOST_TOGETHER) await pause(GATHERED_FOR_MS);
      await this.storeTogether(this.waiting.splice(0, MOST_TOGETHER));
    }
  }

  /** Where they cannot be stored together, each is tried alone: one that cannot be stored holds up no other. */
  private async storeTogether(together: readonly Waiting[]): Promise<void> {
    try {
      await this.store(together);
      for (const { kept } of together) kept(true);
    } catch (error) {
      if (together.length > 1) {
        for (const each of together) await this.storeTogether([each]);
        return;
      }
      this.options.onTrouble(error);
      for (const { kept } of together) kept(false);
    }
  }

  private async store(together: readonly Waiting[]): Promise<void> {
    const { store, workspaceId, onChange, onCompleted, now, random } = this.options;
    const ids = together.map(({ requestId }) => requestId);
    // As they are stored now: other answers may have come since these were asked for.
    const requests = new Map((await store.find(workspaceId, ids)).map((each) => [each.requestId, each]));
    const changes = together.flatMap(({ requestId, outcome }) => {
      const request = requests.get(requestId);
      return request ? [{ request, change: applyReadOutcome(request, outcome, now(), random) }] : [];
    });
    if (changes.length > 0) await store.apply(changes.map(({ change }) => change));
    onChange(ids);
    for (const { request, change } of changes) {
      if (request.completedAt === null && change.request.completedAt !== null) onCompleted?.(change.request);
    }
  }
}
