import { TURN_MS } from '../../shared/request.ts';
import type { ReadOutcome } from '../service/get-interview-request.ts';
import { ServiceWait } from '../service/service-wait.ts';
import { settledWithin } from '../service/timing.ts';
import type { Stores } from '../storage/stores/index.ts';
import { RequestRefresher, type RequestRefresherOptions } from './request-refresher.ts';

/** How much unused budget accumulates by default, as ms of its rate. */
const BURST_MS = 10_000;

/** How many status reads may go out: a token bucket with `perMinute` tokens a minute and room for those of `burstMs`. */
export class RefreshBudget {
  private readonly perMinute: () => number;
  private readonly burstMs: () => number;
  private tokens: number;
  private refilledAt: number;

  constructor(perMinute: () => number, now: number, burstMs: () => number = () => BURST_MS) {
    this.perMinute = perMinute;
    this.burstMs = burstMs;
    this.tokens = this.capacity();
    this.refilledAt = now;
  }

  /** Takes up to `wanted` reads; returns how many may go out now. */
  take(wanted: number, now: number): number {
    this.refill(now);
    const taken = Math.min(wanted, Math.floor(this.tokens));
    this.tokens -= taken;
    return taken;
  }

  /** ms until a read may go out. */
  waitMs(now: number): number {
    this.refill(now);
    return this.tokens >= 1 ? 0 : Math.ceil(((1 - this.tokens) * 60_000) / this.perMinute());
  }

  /** Reads that were taken are not made. */
  giveBack(reads: number): void {
    this.tokens = Math.min(this.capacity(), this.tokens + reads);
  }

  private refill(now: number): void {
    // A clock that was set back adds no tokens.
    const elapsed = Math.max(0, now - this.refilledAt);
    this.tokens = Math.min(this.capacity(), this.tokens + (elapsed * this.perMinute()) / 60_000);
    this.refilledAt = now;
  }

  private capacity(): number {
    return Math.max(1, (this.perMinute() * this.burstMs()) / 60_000);
  }
}

interface TrackerOptions extends Omit<RequestRefresherOptions, 'serviceWait' | 'now' | 'random'> {
  readonly waits: Stores['serviceWaits'];
  /** Which of these requests no other computer of a team reads at the moment; left out: all. */
  readonly takeTurns?: ((requestIds: readonly string[]) => Promise<readonly string[]>) | undefined;
  readonly settings: () => TrackerSettings;
  /** Whether the window is visible; left out: always. */
  readonly isWindowShown?: (() => boolean) | undefined;
  readonly now?: () => number;
  /** ms on a clock that nobody sets, for the service's wait. A test with its own clock needs to give one. */
  readonly monotonic?: (() => number) | undefined;
  readonly random?: () => number;
}

interface TrackerSettings {
  /** The budget of automatic reads. */
  readonly refreshesPerMinute: number;
  /** How many automatic reads may be in progress. */
  readonly concurrency: number;
  /** How many reads may be in progress that a person asked for and waits for. */
  readonly concurrencyWhenAsked: number;
}

/** The longest timer, ms. */
const LONGEST_TIMER_MS = 60_000;

/**
 * How often reads go out while the window is not shown, ms. Waking the computer for each read, or every ten seconds, costs
 * several times as much energy for the same reads, and a notification a minute later is as good.
 */
const BACKGROUND_INTERVAL_MS = 60_000;
/** A background round may use half a minute's budget; the rest is spared, as nobody waits for those answers. */
const BACKGROUND_BURST_MS = 30_000;
/** The most reads of a background round, and how many at a time: each of those needs its own connection. */
const BACKGROUND_READS = 60;
const BACKGROUND_CONCURRENCY = 2;

/** After an incomplete round, the next one waits at least this long, ms. */
const TROUBLE_PAUSE_MS = 2000;

/** Schedules the refreshes of a workspace's requests: first those on screen, then those due, all under one budget. */
export class Tracker {
  private readonly options: TrackerOptions;
  private readonly now: () => number;
  private readonly budget: RefreshBudget;
  private readonly serviceWait: ServiceWait;
  private readonly refresher: RequestRefresher;
  private readonly store: Stores['requests'];
  private readonly stopListening: () => void;
  private onScreen: readonly string[] = [];
  /** While the window is not shown, no automatic round starts before this, UTC ms. */
  private backgroundNotBefore = 0;
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires, UTC ms. */
  private nextRoundAt = Number.POSITIVE_INFINITY;
  /** When a request is due that the store may not have known of when queried, and that no timer waits for yet, UTC ms. */
  private expectedAt = Number.POSITIVE_INFINITY;
  private round: Promise<void> | undefined;
  private roundAgain = false;
  private stopped = false;

  constructor(options: TrackerOptions) {
    const { reachability, settings, now = Date.now, random = Math.random } = options;
    this.options = options;
    this.now = now;
    this.store = options.store;
    this.budget = new RefreshBudget(
      () => settings().refreshesPerMinute,
      now(),
      () => (this.isInBackground ? BACKGROUND_BURST_MS : BURST_MS),
    );
    const monotonic = options.monotonic ?? options.now ?? (() => performance.now());
    this.serviceWait = new ServiceWait('reads', { ...options, now, monotonic, random });
    this.refresher = new RequestRefresher({ ...options, serviceWait: this.serviceWait, now, random });
    this.stopListening = reachability.onChange(() => {
      if (reachability.reachable) this.wake();
    });
  }

  /** From now on these requests are on screen, and are refreshed before any others. */
  showing(requestIds: readonly string[]): void {
    this.onScreen = requestIds;
    this.wake();
  }

  /** Whether this request is on screen, as last reported by the window. */
  isShown(requestId: string): boolean {
    return this.onScreen.includes(requestId);
  }

  /** Starts a round of refreshes; call it whenever anything may have changed. */
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
        } else if (this.expectedAt < this.nextRoundAt) this.expect(this.expectedAt);
      });
  }

  /** A new request is due at this time (UTC ms): a round starts then at the latest. */
  expect(dueAt: number): void {
    this.expectedAt = Math.min(this.expectedAt, dueAt);
    // A round in progress takes it into account when it ends, even after its last look at the store.
    const at = Math.max(dueAt, this.isInBackground ? this.backgroundNotBefore : 0);
    if (!this.round && !this.stopped && at < this.nextRoundAt) this.wakeIn(at - this.now());
  }

  /** Refreshes the named requests (or all unfinished ones) at once, beyond the budget; undefined if nobody is signed in. */
  async refreshNow(
    requestIds?: readonly string[],
  ): Promise<{ refreshed: number; failed: number } | undefined> {
    const { workspaceId, tokens, settings } = this.options;
    if ((await tokens.current()) === undefined) return undefined;
    const ids = await this.store.ids(workspaceId, requestIds);
    const { read } = await this.refresher.refresh(ids, settings().concurrencyWhenAsked);
    return { refreshed: read, failed: ids.length - read };
  }

  read(requestId: string): Promise<ReadOutcome | undefined> {
    return this.refresher.read(requestId);
  }

  /** Starts no further read and waits up to `patienceMs` for those in progress; a read that is cut off loses nothing. */
  async stop(patienceMs: number): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.stopListening();
    await settledWithin(patienceMs, [this.round, ...this.refresher.stop()]);
  }

  private get isInBackground(): boolean {
    return this.options.isWindowShown?.() === false;
  }

  private async refreshDue(): Promise<void> {
    this.stopTimer();
    this.expectedAt = Number.POSITIVE_INFINITY;
    await this.serviceWait.restore();
    const { tokens, reachability } = this.options;
    if (!reachability.reachable) return;
    const now = this.now();
    let pauseMs = 0;
    if ((await tokens.current()) === undefined) {
      // Signing in wakes the tracker.
      pauseMs = LONGEST_TIMER_MS;
    } else if (this.serviceWait.msLeft === 0) {
      const complete = this.isInBackground
        ? await this.refreshInBackground(now)
        : await this.refreshInForeground(now);
      if (!complete) pauseMs = TROUBLE_PAUSE_MS;
    }
    await this.setTimer(pauseMs);
  }

  /** A round while the window is shown: what is on screen first, in small steps. Returns whether it was complete. */
  private async refreshInForeground(now: number): Promise<boolean> {
    const { workspaceId, settings } = this.options;
    const { concurrency } = settings();
    const due = await this.store.due(workspaceId, now, concurrency * 4, this.onScreen);
    const allowed = due.slice(0, this.budget.take(due.length, now));
    const { complete } = await this.refresher.refresh(await this.ownTurns(allowed), concurrency);
    if (complete && allowed.length > 0 && allowed.length === due.length) this.roundAgain = true;
    return complete;
  }

  /** A round while the window is not shown: all that is due, stored together. Returns whether it was complete. */
  private async refreshInBackground(now: number): Promise<boolean> {
    this.backgroundNotBefore = now + BACKGROUND_INTERVAL_MS;
    const due = await this.store.due(this.options.workspaceId, now, BACKGROUND_READS, []);
    const allowed = due.slice(0, this.budget.take(due.length, now));
    const own = await this.ownTurns(allowed);
    const { complete } = await this.refresher.refresh(own, BACKGROUND_CONCURRENCY, 'together');
    return complete;
  }

  /** Those that are this computer's to read; the answers to the others come from another one. */
  private async ownTurns(requestIds: readonly string[]): Promise<readonly string[]> {
    const { takeTurns, workspaceId } = this.options;
    if (!takeTurns || requestIds.length === 0) return requestIds;
    const own = new Set(await takeTurns(requestIds));
    const others = requestIds.filter((id) => !own.has(id));
    if (others.length === 0) return requestIds;
    this.budget.giveBack(others.length);
    await this.store.leave(workspaceId, others, this.now() + TURN_MS);
    return requestIds.filter((id) => own.has(id));
  }

  private async setTimer(pauseMs: number): Promise<void> {
    const dueAt = (await this.store.nextDueAt(this.options.workspaceId)) ?? this.expectedAt;
    if (dueAt === Number.POSITIVE_INFINITY || this.stopped) return;
    const now = this.now();
    const due = Math.min(dueAt, this.expectedAt);
    // What is expected from here on is not part of this timer.
    this.expectedAt = Number.POSITIVE_INFINITY;
    const notBefore = this.isInBackground ? this.backgroundNotBefore : 0;
    const until = Math.max(due, notBefore);
    this.wakeIn(Math.max(until - now, this.serviceWait.msLeft, this.budget.waitMs(now), pauseMs, 50));
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

interface ResultsBackfillOptions {
  readonly workspaceId: string;
  readonly store: Pick<Stores['pins'], 'readSome'>;
  /** More of the results is known than before. */
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** How often progress is reported, ms. */
const NOTIFY_EVERY_MS = 1000;

/** Reads stored results again after a field was pinned or described, in steps that let other storage calls in between. */
export class ResultsBackfill {
  private readonly options: ResultsBackfillOptions;
  private reading: Promise<void> | undefined;
  private requested = false;
  private stopped = false;

  constructor(options: ResultsBackfillOptions) {
    this.options = options;
  }

  /** Starts reading, if there is anything to read. */
  wake(): void {
    this.requested = true;
    this.reading ??= this.read().catch(this.options.onTrouble);
  }

  /** Starts no further step and waits for the one in progress; the rest is read when the workspace is next opened. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.reading;
  }

  private async read(): Promise<void> {
    const { workspaceId, store, onChange } = this.options;
    try {
      let notifiedAt = performance.now();
      let hasUnreported = false;
      while (this.requested && !this.stopped) {
        this.requested = false;
        while (!this.stopped && (await store.readSome(workspaceId))) {
          hasUnreported = true;
          if (performance.now() - notifiedAt < NOTIFY_EVERY_MS) continue;
          notifiedAt = performance.now();
          hasUnreported = false;
          onChange();
        }
      }
      if (hasUnreported) onChange();
    } finally {
      this.reading = undefined;
    }
  }
}
