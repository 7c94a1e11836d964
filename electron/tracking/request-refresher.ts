import type { ReadOutcome } from '../service/get-interview-request.ts';
import type { ServiceWait } from '../service/service-wait.ts';
import type { AccessTokens, Reachability } from '../submissions/ports.ts';
import { AnswerRecorder, type AnswerRecorderOptions } from './answer-recorder.ts';

export interface RequestRefresherOptions extends AnswerRecorderOptions {
  /** Reads one request from the workspace's service. */
  readonly read: (requestId: string, accessToken: string) => Promise<ReadOutcome>;
  readonly tokens: AccessTokens;
  readonly reachability: Reachability;
  /** How long the service asked to wait with reads. */
  readonly serviceWait: ServiceWait;
}

/** The refresh of one request. */
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
