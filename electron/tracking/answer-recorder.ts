import { setTimeout as pause } from 'node:timers/promises';
import type { ReadOutcome } from '../service/get-interview-request.ts';
import { applyReadOutcome, type TrackedRequest } from './apply-answer.ts';
import type { RequestStore } from './ports.ts';

export interface AnswerRecorderOptions {
  readonly workspaceId: string;
  readonly store: RequestStore;
  readonly onChange: (requestIds: readonly string[]) => void;
  /** A request that was not completed before is now. */
  readonly onCompleted?: ((request: TrackedRequest) => void) | undefined;
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now: () => number;
  readonly random: () => number;
}

interface PendingAnswer {
  readonly requestId: string;
  readonly outcome: ReadOutcome;
  readonly resolve: (stored: boolean) => void;
}

/** The most answers in one transaction: other storage calls wait no longer than these take. */
const LARGEST_BATCH = 50;

/** How long answers are collected for one transaction, ms, to save disk syncs; nobody notices 20 ms. */
const BATCH_WINDOW_MS = 20;

/** Stores the answers of status reads; those that come close together share a transaction. */
export class AnswerRecorder {
  private readonly options: AnswerRecorderOptions;
  private pending: PendingAnswer[] = [];
  private storing: Promise<void> | undefined;

  constructor(options: AnswerRecorderOptions) {
    this.options = options;
  }

  /**
   * Stores one answer; returns whether it is on the disk. Never rejects: after a failure the request is read again later.
   */
  record(requestId: string, outcome: ReadOutcome): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.pending.push({ requestId, outcome, resolve });
    this.storing ??= this.storeAll().finally(() => {
      this.storing = undefined;
    });
    return promise;
  }

  private async storeAll(): Promise<void> {
    while (this.pending.length > 0) {
      if (this.pending.length < LARGEST_BATCH) await pause(BATCH_WINDOW_MS);
      await this.storeBatch(this.pending.splice(0, LARGEST_BATCH));
    }
  }

  /** If a batch can't be stored, each of its answers is tried alone, so that one bad answer holds up no other. */
  private async storeBatch(batch: readonly PendingAnswer[]): Promise<void> {
    try {
      await this.store(batch);
      for (const { resolve } of batch) resolve(true);
    } catch (error) {
      if (batch.length > 1) {
        for (const answer of batch) await this.storeBatch([answer]);
        return;
      }
      this.options.onTrouble(error);
      for (const { resolve } of batch) resolve(false);
    }
  }

  private async store(batch: readonly PendingAnswer[]): Promise<void> {
    const { store, workspaceId, onChange, onCompleted, now, random } = this.options;
    const ids = batch.map(({ requestId }) => requestId);
    // As stored now: other answers may have been stored since this read started.
    const requests = new Map(
      (await store.find(workspaceId, ids)).map((request) => [request.requestId, request]),
    );
    const changes = batch.flatMap(({ requestId, outcome }) => {
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
