import type { ReadOutcome } from '../service/get-interview-request.ts';
import type { AccessTokens, Reachability } from '../submissions/ports.ts';
import { backoffMs } from '../timing/backoff.ts';
import { settledWithin } from '../timing/settled-within.ts';
import { AnswerRecorder } from './answer-recorder.ts';
import type { TrackedRequest } from './apply-answer.ts';
import type { RequestStore } from './ports.ts';
import { RefreshBudget, SAVED_UP_MS } from './refresh-budget.ts';

export interface TrackerOptions {
  readonly workspaceId: string;
  readonly store: RequestStore;
  /** Reads one request from the service of this workspace. */
  readonly read: (requestId: string, accessToken: string) => Promise<ReadOutcome>;
  readonly tokens: AccessTokens;
  readonly reachability: Reachability;
  readonly settings: () => TrackerSettings;
  /** Whether a person has the window before them; left out: always. */
  readonly isLookedAt?: (() => boolean) | undefined;
  readonly onChange: (requestIds: readonly string[]) => void;
  /** A request was not completed before and is now. */
  readonly onCompleted?: ((request: TrackedRequest) => void) | undefined;
  readonly onTrouble: (error: unknown) => void;
  readonly now?: () => number;
  readonly random?: () => number;
}

export interface TrackerSettings {
  /** The budget of reads that nobody asked for. */
  readonly refreshesPerMinute: number;
  /** How many of those are under way at the same time at most. */
  readonly concurrency: number;
  /** And of those that a person asked for, and waits for. */
  readonly concurrencyWhenAsked: number;
}

/** Timers are never set further ahead than this, ms. */
const LONGEST_TIMER_MS = 60_000;

/**
 * While nobody looks, what is due goes out together once in so long, ms: a computer that is woken for each read, or
 * each ten seconds, spends several times as much on the same reads, and a notification that comes a minute later is
 * as good.
 */
const REST_MS = 60_000;
/** Half the budget is saved up for such a round, and half is left: nobody waits for what it would bring sooner. */
const SAVED_UP_AT_REST_MS = 30_000;
/** Reads of one such round at most, and how many at the same time: each at once needs a connection of its own. */
const MOST_AT_REST = 60;
const AT_ONCE_AT_REST = 2;

/** After a round that could not be carried through, the next one waits at least this long, ms. */
const TROUBLE_PAUSE_MS = 2000;

/** The refresh of one request. */
interface Refresh {
  /** Ends with the answer: whether others are worth trying now. */
  readonly answered: Promise<{ readonly goOn: boolean }>;
  /** Ends when the answer is stored. */
  readonly kept: Promise<{ readonly read: boolean; readonly stored: boolean }>;
}

/** Refreshes of one workspace's requests: what is on screen first, then what is due, all under one budget. */
export class Tracker {
  private readonly options: TrackerOptions;
  private readonly now: () => number;
  private readonly random: () => number;
  private readonly budget: RefreshBudget;
  private readonly stopListening: () => void;
  private readonly answers: AnswerRecorder;
  private readonly reading = new Map<string, Refresh>();
  private onScreen: readonly string[] = [];
  private slowUntil = 0;
  /** While nobody looks, no round begins by itself before this moment, UTC ms. */
  private restUntil = 0;
  private slowDowns = 0;
  private timer: NodeJS.Timeout | undefined;
  /** When the timer ends, UTC ms. */
  private nextRoundAt = Number.POSITIVE_INFINITY;
  /** When something is due that the store may not have known of when it was asked, UTC ms. */
  private expectedAt = Number.POSITIVE_INFINITY;
  private round: Promise<void> | undefined;
  private roundAgain = false;
  private stopped = false;

  constructor(options: TrackerOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    this.random = options.random ?? Math.random;
    this.budget = new RefreshBudget(
      () => options.settings().refreshesPerMinute,
      this.now(),
      () => (this.rests ? SAVED_UP_AT_REST_MS : SAVED_UP_MS),
    );
    this.answers = new AnswerRecorder({ ...options, now: this.now, random: this.random });
    this.stopListening = options.reachability.onChange(() => {
      if (options.reachability.reachable) this.wake();
    });
  }

  /** What the person sees now is refreshed before anything else that is due. */
  showing(requestIds: readonly string[]): void {
    this.onScreen = requestIds;
    this.wake();
  }

  /** Whether the person sees this request, as far as the window said. */
  isShown(requestId: string): boolean {
    return this.onScreen.includes(requestId);
  }

  /** Looks for something to refresh; call it whenever anything may have changed. */
  wake(): void {
    if (this.stopped) return;
    if (this.round) {
      this.roundAgain = true;
      return;
    }
    this.round = this.refreshDue()
      .catch((error: unknown) => {
        this.options.onTrouble(error);
        if (!this.stopped) this.wakeIn(TROUBLE_PAUSE_MS);
      })
      .finally(() => {
        this.round = undefined;
        if (this.roundAgain) {
          this.roundAgain = false;
          this.wake();
        }
      });
  }

  /** A request has come that is due at this moment (UTC ms): a round comes then at the latest. */
  expect(dueAt: number): void {
    this.expectedAt = Math.min(this.expectedAt, dueAt);
    // A round that is under way looks at it when it ends.
    const at = Math.max(dueAt, this.rests ? this.restUntil : 0);
    if (!this.round && !this.stopped && at < this.nextRoundAt) this.wakeIn(at - this.now());
  }

  /**
   * Refreshes the named requests (or all that are not finished) at once, outside the budget: a person asked for it.
   * Undefined when nobody is signed in.
   */
  async refreshNow(
    requestIds?: readonly string[],
  ): Promise<{ refreshed: number; failed: number } | undefined> {
    const { store, workspaceId, tokens, settings } = this.options;
    if ((await tokens.current()) === undefined) return undefined;
    const ids = await store.ids(workspaceId, requestIds);
    const { read } = await this.refresh(ids, settings().concurrencyWhenAsked);
    return { refreshed: read, failed: ids.length - read };
  }

  /** Begins no further read and waits up to `patienceMs` for those under way; a read that is cut off loses nothing. */
  async stop(patienceMs: number): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.stopListening();
    await settledWithin(patienceMs, [this.round, ...[...this.reading.values()].map(({ kept }) => kept)]);
  }

  private get rests(): boolean {
    return this.options.isLookedAt?.() === false;
  }

  private async refreshDue(): Promise<void> {
    this.stopTimer();
    this.expectedAt = Number.POSITIVE_INFINITY;
    const { tokens, reachability } = this.options;
    if (!reachability.reachable) return;
    const now = this.now();
    let rest = 0;
    if ((await tokens.current()) === undefined) {
      // Whoever signs in wakes the tracker.
      rest = LONGEST_TIMER_MS;
    } else if (now >= this.slowUntil) {
      const whole = this.rests ? await this.refreshAtRest(now) : await this.refreshSoon(now);
      if (!whole) rest = TROUBLE_PAUSE_MS;
    }
    await this.setTimer(rest);
  }

  /** A round while the window is looked at: what is on screen first, in small steps. Answers whether it went well. */
  private async refreshSoon(now: number): Promise<boolean> {
    const { store, workspaceId, settings } = this.options;
    const { concurrency } = settings();
    const due = await store.due(workspaceId, now, concurrency * 4, this.onScreen);
    const allowed = due.slice(0, this.budget.take(due.length, now));
    const { whole } = await this.refresh(allowed, concurrency);
    if (whole && allowed.length > 0 && allowed.length === due.length) this.roundAgain = true;
    return whole;
  }

  /** A round while nobody looks: all at once, stored together. Answers whether it went well. */
  private async refreshAtRest(now: number): Promise<boolean> {
    const { store, workspaceId } = this.options;
    this.restUntil = now + REST_MS;
    const due = await store.due(workspaceId, now, MOST_AT_REST, []);
    const allowed = due.slice(0, this.budget.take(due.length, now));
    const { whole } = await this.refresh(allowed, AT_ONCE_AT_REST, 'together');
    return whole;
  }

  /**
   * Refreshes these, so many at the same time; answers how many were read, and whether all were tried and stored. Ends
   * early when the service asks to slow down, cannot be reached, or nobody is signed in any more. Answers are stored
   * as they come, or together when all are there.
   */
  private async refresh(
    requestIds: readonly string[],
    atOnce: number,
    keep: 'as they come' | 'together' = 'as they come',
  ): Promise<{ read: number; whole: boolean }> {
    const waiting = [...requestIds];
    const allAnswered = Promise.withResolvers<void>();
    if (keep === 'as they come') allAnswered.resolve();
    const begun: Refresh[] = [];
    let whole = true;
    const lane = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined && !this.stopped; id = waiting.shift()) {
        const refresh = this.refreshOnce(id, allAnswered.promise);
        begun.push(refresh);
        // The next is read while this one is being stored.
        const { goOn } = await refresh.answered;
        if (goOn) continue;
        whole = false;
        waiting.length = 0;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane)).finally(allAnswered.resolve);
    const kept = await Promise.all(begun.map((refresh) => refresh.kept));
    return {
      read: kept.filter((each) => each.read && each.stored).length,
      whole: whole && kept.every(({ stored }) => stored),
    };
  }

  /** A request that is being read already is not read a second time: whoever asks shares the answer. */
  private refreshOnce(requestId: string, storeAfter: Promise<void>): Refresh {
    const underWay = this.reading.get(requestId);
    if (underWay) return underWay;
    const outcome = this.read(requestId);
    const refresh: Refresh = {
      answered: outcome.then((ended) => ({ goOn: ended !== undefined && isWorthGoingOn(ended) })),
      kept: outcome
        .then(async (ended) => {
          await storeAfter;
          const stored = ended === undefined || (await this.answers.keep(requestId, ended));
          return { read: ended?.name === 'read', stored };
        })
        .finally(() => this.reading.delete(requestId)),
    };
    this.reading.set(requestId, refresh);
    return refresh;
  }

  /** One status read with a fresh token where the first was refused; undefined when nobody is signed in. */
  async read(requestId: string): Promise<ReadOutcome | undefined> {
    const { tokens, reachability } = this.options;
    const token = await tokens.current();
    if (token === undefined) return undefined;
    let outcome = await this.options.read(requestId, token);
    if (outcome.name === 'sign_in_needed') {
      const another = await tokens.replace(token);
      if (another !== undefined) outcome = await this.options.read(requestId, another);
      if (another !== undefined && outcome.name === 'sign_in_needed') await tokens.giveUp(another);
    }
    if (outcome.name !== 'no_answer') reachability.seen();
    else if (!outcome.reached) reachability.missed();
    this.heed(outcome);
    return outcome;
  }

  /** 429 and Retry-After slow the whole of tracking. */
  private heed(outcome: ReadOutcome): void {
    if (outcome.name !== 'slow_down') {
      this.slowDowns = 0;
      return;
    }
    this.slowDowns += 1;
    const asked = outcome.retryAfterMs || backoffMs(this.slowDowns + 2, this.random);
    this.slowUntil = Math.max(this.slowUntil, this.now() + asked);
  }

  private async setTimer(rest: number): Promise<void> {
    const { store, workspaceId } = this.options;
    const dueAt = (await store.nextDueAt(workspaceId)) ?? this.expectedAt;
    if (dueAt === Number.POSITIVE_INFINITY || this.stopped) return;
    const now = this.now();
    const due = Math.min(dueAt, this.expectedAt);
    const until = Math.max(due, this.slowUntil, this.rests ? this.restUntil : 0);
    this.wakeIn(Math.max(until - now, this.budget.waitMs(now), rest, 50));
  }

  private wakeIn(ms: number): void {
    const delay = Math.min(ms, LONGEST_TIMER_MS);
    this.stopTimer();
    this.nextRoundAt = this.now() + delay;
    this.timer = setTimeout(() => this.wake(), delay);
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.nextRoundAt = Number.POSITIVE_INFINITY;
  }
}

/** Neither asked to slow down nor out of reach. */
function isWorthGoingOn(outcome: ReadOutcome): boolean {
  return outcome.name !== 'slow_down' && !(outcome.name === 'no_answer' && !outcome.reached);
}
