import { setTimeout as pause } from 'node:timers/promises';
import type { ReadOutcome } from '../service/get-interview-request.ts';
import type { ServiceWait } from '../service/service-wait.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { AccessTokens } from '../submissions/delivery.ts';
import type { Reachability } from '../submissions/send-dispatcher.ts';
import { applyReadOutcome, isLeftToColleague, type TrackedRequest } from './apply-answer.ts';

interface AnswerRecorderOptions {
  readonly workspaceId: string;
  readonly store: Stores['requests'];
  readonly onChange: (requestIds: readonly string[]) => void;
  /** A request that was not completed before is now. */
  readonly onCompleted?: ((request: TrackedRequest) => void) | undefined;
  /** These are not read here any more: another computer of the team may. */
  readonly onLeft?: ((requestIds: readonly string[]) => void) | undefined;
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
class AnswerRecorder {
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
    const { store, workspaceId, onChange, onCompleted, onLeft, now, random } = this.options;
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
    const left = changes.filter(({ change }) => isLeftToColleague(change.request));
    if (left.length > 0) onLeft?.(left.map(({ request }) => request.requestId));
    for (const { request, change } of changes) {
      if (request.completedAt === null && change.request.completedAt !== null) onCompleted?.(change.request);
    }
  }
}

export interface RequestRefresherOptions extends AnswerRecorderOptions {
  readonly read: (requestId: string, accessToken: string) => Promise<ReadOutcome>;
  readonly tokens: AccessTokens;
  readonly reachability: Reachability;
  /** How long the service asked to wait with reads. */
  readonly serviceWait: ServiceWait;
}

interface Refresh {
  /** Resolves with the answer: whether others are worth reading now. */
  readonly answered: Promise<{ readonly mayContinue: boolean }>;
  /** Resolves when the answer is stored. */
  readonly recorded: Promise<{ readonly read: boolean; readonly stored: boolean }>;
}

/** Reads the status of requests from the service and stores the answers. */
export class RequestRefresher {
  private readonly options: RequestRefresherOptions;
  private readonly answers: AnswerRecorder;
  private readonly inProgress = new Map<string, Refresh>();
  private stopped = false;

  constructor(options: RequestRefresherOptions) {
    this.options = options;
    this.answers = new AnswerRecorder(options);
  }

  /**
   * Refreshes requests, at most `concurrency` at a time; returns how many were read, and whether all were tried and stored.
   * Ends early if the service asks to slow down, can't be reached, or nobody is signed in any more. Answers are stored as
   * they come, or together when all are there.
   */
  async refresh(
    requestIds: readonly string[],
    concurrency: number,
    store: 'as they come' | 'together' = 'as they come',
  ): Promise<{ read: number; complete: boolean }> {
    const waiting = [...requestIds];
    const allAnswered = Promise.withResolvers<void>();
    if (store === 'as they come') allAnswered.resolve();
    const refreshes: Refresh[] = [];
    let complete = true;
    const lane = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined && !this.stopped; id = waiting.shift()) {
        const refresh = this.refreshOne(id, allAnswered.promise);
        refreshes.push(refresh);
        // The next is read while this one is being stored.
        const { mayContinue } = await refresh.answered;
        if (mayContinue) continue;
        complete = false;
        waiting.length = 0;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, lane)).finally(allAnswered.resolve);
    const recorded = await Promise.all(refreshes.map((refresh) => refresh.recorded));
    return {
      read: recorded.filter(({ read, stored }) => read && stored).length,
      complete: complete && recorded.every(({ stored }) => stored),
    };
  }

  /** One status read, with a fresh token if the first was refused; undefined if nobody is signed in. */
  async read(requestId: string): Promise<ReadOutcome | undefined> {
    const { tokens, reachability, serviceWait } = this.options;
    const token = await tokens.current();
    if (token === undefined) return undefined;
    const { asks } = serviceWait;
    let outcome = await this.options.read(requestId, token);
    if (outcome.name === 'sign_in_needed') {
      const renewed = await tokens.replace(token);
      if (renewed !== undefined) outcome = await this.options.read(requestId, renewed);
      if (renewed !== undefined && outcome.name === 'sign_in_needed') await tokens.giveUp(renewed);
    }
    if (outcome.name !== 'no_answer') reachability.seen();
    else if (!outcome.reached) reachability.missed();
    if (outcome.name === 'slow_down') serviceWait.asked(outcome.retryAfterMs);
    if (outcome.name === 'read') serviceWait.accepted(asks);
    await serviceWait.save().catch(this.options.onTrouble);
    return outcome;
  }

  /** Starts no further read; returns those in progress. */
  stop(): readonly Promise<unknown>[] {
    this.stopped = true;
    return [...this.inProgress.values()].map(({ recorded }) => recorded);
  }

  /** Callers that ask for a request that is being read share its answer. */
  private refreshOne(requestId: string, storeAfter: Promise<void>): Refresh {
    const inProgress = this.inProgress.get(requestId);
    if (inProgress) return inProgress;
    const outcome = this.read(requestId);
    const refresh: Refresh = {
      answered: outcome.then((ended) => ({ mayContinue: ended !== undefined && canReadMore(ended) })),
      recorded: outcome
        .then(async (ended) => {
          await storeAfter;
          const stored = ended === undefined || (await this.answers.record(requestId, ended));
          return { read: ended?.name === 'read', stored };
        })
        .finally(() => this.inProgress.delete(requestId)),
    };
    this.inProgress.set(requestId, refresh);
    return refresh;
  }
}

/** Whether the service was reached and did not ask to slow down. */
function canReadMore(outcome: ReadOutcome): boolean {
  return outcome.name !== 'slow_down' && !(outcome.name === 'no_answer' && !outcome.reached);
}
