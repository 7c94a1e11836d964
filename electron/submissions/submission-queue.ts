import { uptime } from 'node:os';
import type { HistoryValues } from '../../shared/history-event.ts';
import { PAUSED_BY_YOU, SIGN_IN_NEEDED, SIGN_IN_NOT_RENEWED } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import {
  createOutcomes,
  isConnectionProblem,
  isNetworkSettingsProblem,
  isWaitProblem,
} from '../service/create-outcomes.ts';
import { settledWithin } from '../timing/settled-within.ts';
import { HoursGate } from './calling-hours/hours-gate.ts';
import { ClockJumpDetector } from './clock-jump-detector.ts';
import { type Delivered, Delivery } from './delivery.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import { PersistedRetryAfter } from './persisted-retry-after.ts';
import type {
  AccessTokens,
  QueueWaitStore,
  Reachability,
  SubmissionSender,
  SubmissionStore,
} from './ports.ts';
import { SendSlots } from './send-slots.ts';
import { SendThrottle, TROUBLE_PAUSE_MS } from './send-throttle.ts';
import { TransitionWriter } from './transition-writer.ts';

export interface SubmissionQueueOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  readonly waits: QueueWaitStore;
  readonly sender: SubmissionSender;
  readonly tokens: AccessTokens;
  readonly reachability: Reachability;
  /** Read before every send, so that a changed setting counts at once. */
  readonly settings: () => { readonly paused: boolean; readonly concurrency: number };
  /** The workspace's rules as they are now; asked before every send, so they should be at hand. */
  readonly rules: () => Promise<WorkspaceRules>;
  /** Something stored has changed. */
  readonly onChange: (submissionIds: readonly string[]) => void;
  /** Told of those whose state the queue has changed, as they are stored. */
  readonly onMoved?: ((moved: readonly Submission[]) => void) | undefined;
  /** A failure of the app's own (the disk, say) that a person should know of. */
  readonly onTrouble: (error: unknown) => void;
  /** UTC ms. */
  readonly now?: () => number;
  /** ms on a clock that nobody sets, for waits within this run. A test with a clock of its own needs to give one. */
  readonly monotonic?: () => number;
  /** ms since the computer was started, sleep included. A test with a clock of its own needs to give one. */
  readonly sinceBoot?: () => number;
  readonly random?: () => number;
}

/** Timers are never set further ahead than this, so that a clock that was put forward is noticed, ms. */
const LONGEST_TIMER_MS = 30_000;

/** A clock that goes back by more than this was set, ms. */
const CLOCK_TOLERANCE_MS = 1000;

/** So many are read ahead for each slot: the store is not asked anew for every single one. */
const AHEAD_PER_PLACE = 16;

/**
 * Sends what is queued in one workspace, at most `concurrency` at a time, each at most once without a person's
 * word. Holds no list of its own but a few that are due: the store is asked for them.
 */
export class SubmissionQueue {
  private readonly options: SubmissionQueueOptions;
  private readonly throttle: SendThrottle;
  private readonly changes: TransitionWriter;
  private readonly hours: HoursGate;
  private readonly clock: ClockJumpDetector;
  private readonly delivery: Delivery;
  private readonly recorder: OutcomeRecorder;
  private readonly retryAfter: PersistedRetryAfter;
  private readonly now: () => number;
  private readonly slots = new SendSlots();
  private readonly underWay = new Set<Promise<void>>();
  /** Those on their way: some of them are stored as queued still. */
  private readonly taken = new Set<string>();
  /** Due when it was looked last, and next to go. One that has changed since cannot be claimed. */
  private ahead: Submission[] = [];
  /** Whether more may be due than was read ahead. */
  private more = true;
  private readonly stopListening: () => void;
  private lastLook = 0;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private lookAgain = false;
  private recovered = true;
  private recovering: Promise<void> | undefined;
  private stopped = false;
  /** The one that a person wants sent although the service has asked to wait. */
  private probe: string | undefined;

  constructor(options: SubmissionQueueOptions) {
    this.options = options;
    this.now = options.now ?? Date.now;
    const monotonic = options.monotonic ?? options.now ?? (() => performance.now());
    this.throttle = new SendThrottle(monotonic, options.random ?? Math.random);
    this.changes = new TransitionWriter({ ...options, now: this.now });
    this.hours = new HoursGate({ ...options, changes: this.changes, now: this.now });
    this.clock = new ClockJumpDetector(this.now, options.sinceBoot ?? options.now ?? (() => 1000 * uptime()));
    this.delivery = new Delivery({
      ...options,
      changes: this.changes,
      mayGo: (submission) => this.mayGo(submission),
      mayBeCalled: (submission) => this.hours.mayGo(submission),
    });
    this.retryAfter = new PersistedRetryAfter({ ...options, throttle: this.throttle, now: this.now });
    this.recorder = new OutcomeRecorder({
      ...options,
      changes: this.changes,
      bound: (submission) => this.hours.bound(submission),
    });
    this.stopListening = options.reachability.onChange(() => {
      if (options.reachability.reachable) this.resumeAfterOutage();
    });
  }

  /**
   * What an earlier run left under way goes back to the queue, or to a person where bytes may have gone out. Where the
   * disk refuses that, the app starts all the same: it is done before anything is sent.
   */
  async recover(): Promise<void> {
    this.recovered = false;
    await this.recoverOnce().catch(this.options.onTrouble);
  }

  private async recoverOnce(): Promise<void> {
    if (this.recovered) return;
    this.recovering ??= this.takeOver().finally(() => {
      this.recovering = undefined;
    });
    await this.recovering;
  }

  private async takeOver(): Promise<void> {
    const { store, workspaceId } = this.options;
    await store.correctClock(workspaceId, this.now());
    const left = await store.inStates(workspaceId, ['connecting', 'sending']);
    await this.changes.all(left, { type: 'interrupted' });
    await this.hours.recalculate();
    this.recovered = true;
  }

  /** Looks for something to send; call it whenever anything may have changed. */
  wake(): void {
    this.ahead = [];
    this.more = true;
    this.lookSoon();
  }

  /** Until when the service has asked not to be asked, UTC ms; undefined where it has not. */
  get askedToWaitUntil(): number | undefined {
    const waitMs = this.throttle.askedWaitMs;
    return waitMs > 0 ? this.now() + waitMs : undefined;
  }

  /**
   * Sends this one, or the next that is due, although the service has asked to wait. Once it takes that one, the others
   * follow; else they wait on.
   */
  async sendOneDespiteWait(id?: string): Promise<void> {
    const { store, workspaceId } = this.options;
    const [next] = id === undefined ? await store.due(workspaceId, this.now(), 1) : [];
    this.probe = id ?? next?.id;
    this.wake();
  }

  private lookSoon(): void {
    if (this.stopped) return;
    if (this.looking) {
      this.lookAgain = true;
      return;
    }
    this.looking = this.look()
      .catch((error: unknown) => {
        this.options.onTrouble(error);
        if (!this.stopped) this.timer = setTimeout(() => this.wake(), TROUBLE_PAUSE_MS);
      })
      .finally(() => {
        this.looking = undefined;
        if (this.lookAgain) {
          this.lookAgain = false;
          this.lookSoon();
        }
      });
  }

  /** Submissions held for sign-in go back to the queue, and those that wait for a renewal need not any more. */
  async signedIn(): Promise<void> {
    const { store, workspaceId } = this.options;
    const renewing = (await store.inStates(workspaceId, ['queued'])).filter(
      ({ problem }) => problem?.code === SIGN_IN_NOT_RENEWED,
    );
    await this.changes.all(renewing, { type: 'resumed', by: 'sign_in' });
    await this.releaseHeld('sign_in', (held) => held.problem?.code === SIGN_IN_NEEDED);
  }

  /** The workspace's rules were changed: what waits for its calling hours waits by the new ones. */
  async rulesChanged(): Promise<void> {
    await this.hours.recalculate();
    this.wake();
  }

  /** What the network's settings held back may be tried again: they were changed. */
  async networkChanged(): Promise<void> {
    await this.releaseHeld(
      'network_settings',
      ({ problem }) => problem !== null && isNetworkSettingsProblem(problem.code),
    );
  }

  /** Everything held may be tried again: the connection was changed. */
  async connectionChanged(): Promise<void> {
    await this.releaseHeld('connection', (held) => held.problem?.code !== PAUSED_BY_YOU);
  }

  /** Stops taking new ones and waits up to `patienceMs` for those under way; what is left is found at next start. */
  async stop(patienceMs: number): Promise<void> {
    this.stopped = true;
    this.recorder.stop();
    clearTimeout(this.timer);
    this.stopListening();
    await settledWithin(patienceMs, [this.looking, ...this.underWay]);
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    clearTimeout(this.timer);
    await this.recoverOnce();
    const { store, workspaceId, settings, reachability, tokens } = this.options;
    const lookedAt = this.now();
    if (lookedAt < this.lastLook - CLOCK_TOLERANCE_MS) await store.correctClock(workspaceId, lookedAt);
    this.lastLook = lookedAt;
    await this.clock.check((byMs) => this.hours.clockSetForward(byMs));
    if (settings().paused || !reachability.reachable) return;
    await this.retryAfter.takeUp();
    await this.beginProbe();
    const free = this.freeSlots();
    let waitsUntil = this.waitsUntil;
    // With all slots taken, it is read ahead for those that become free.
    const short = waitsUntil === 0 && this.isShort;
    if ((free > 0 || short) && (await tokens.current()) !== undefined) {
      const wanted = free + settings().concurrency * AHEAD_PER_PLACE;
      // At the moment for which the clock was checked: it may have been set since.
      const due = await this.hours.due(lookedAt, wanted, this.taken);
      // Some of them may have been taken from what was read ahead before.
      this.ahead = due.filter(({ id }) => !this.taken.has(id));
      // What was submitted while they were read need not be among them.
      this.more = this.lookAgain || due.length >= wanted;
      this.beginAhead();
      waitsUntil = Math.max(waitsUntil, this.waitsUntil);
    }
    await this.setTimer(lookedAt, waitsUntil);
  }

  /** By itself: with others on their way it could be one too many. */
  private async beginProbe(): Promise<void> {
    const { store, tokens } = this.options;
    if (this.probe === undefined || this.stopped || this.taken.size > 0) return;
    if ((await tokens.current()) === undefined) return;
    const submission = await store.get(this.probe);
    if (submission?.state === 'queued' && this.hours.mayGo(submission)) this.begin(submission, false);
    else this.probe = undefined;
  }

  /** When anything may begin again, UTC ms; 0 where that is now. */
  private get waitsUntil(): number {
    const { waitMs } = this.throttle;
    return waitMs > 0 ? this.now() + waitMs : 0;
  }

  private freeSlots(): number {
    if (this.stopped) return 0;
    return this.throttle.freeSlots(this.options.settings().concurrency, this.slots.taken);
  }

  /** `connected`: a connection has just become free. */
  private beginAhead(connected = false): void {
    const { settings, reachability } = this.options;
    if (settings().paused || !reachability.reachable) return;
    for (let free = connected; this.freeSlots() > 0; free = false) {
      const next = this.ahead.shift();
      if (!next) return;
      // The clock was set back since it was read: its time has not come any more.
      if (next.sendAfter > this.now()) {
        this.wake();
        return;
      }
      this.begin(next, free);
    }
  }

  /** A slot has become free, with or without its connection, and nothing else has changed. */
  private goOn(connected: boolean): void {
    this.beginAhead(connected);
    if (this.isShort) this.lookSoon();
  }

  /** Whether what was read ahead is used up soon, and more may be due. */
  private get isShort(): boolean {
    return this.more && this.ahead.length <= this.options.settings().concurrency;
  }

  private begin(submission: Submission, connected: boolean): void {
    this.taken.add(submission.id);
    const sending = this.send(submission, connected)
      .catch((error: unknown) => {
        this.options.onTrouble(error);
        this.throttle.holdBack(TROUBLE_PAUSE_MS);
        return 'changed' as const;
      })
      .then((end) => {
        this.taken.delete(submission.id);
        this.underWay.delete(sending);
        const wasProbe = this.probe === submission.id;
        if (wasProbe) this.probe = undefined;
        // Who is accepted never comes back to the queue; everybody else may be due at another time now.
        if (end === 'changed' || wasProbe) this.wake();
      });
    this.underWay.add(sending);
  }

  /** One submission's way: claim, connect, mark, send, outcome. */
  private async send(queued: Submission, connected: boolean): Promise<'accepted' | 'changed'> {
    const { epoch } = this.throttle;
    const slot = this.slots.take();
    let stored: Promise<Submission | undefined> = Promise.resolve(undefined);
    let delivered: Delivered;
    let accepted = false;
    let answered = false;
    try {
      const learn = (outcome: CreateOutcome): void => this.learn(outcome, epoch);
      delivered = await this.delivery.deliver(queued, { free: slot.free, connected }, learn);
      const { outcome } = delivered;
      answered = typeof outcome === 'object' && outcome.httpStatus !== undefined;
      accepted = typeof outcome === 'object' && outcome.accepted !== undefined;
      // What follows in this slot is marked in this turn, too, and shares the commit of this outcome.
      stored = this.store(delivered);
    } finally {
      slot.leave(stored);
    }
    this.goOn(answered);
    await this.storeRenewal(await stored, delivered);
    return accepted ? 'accepted' : 'changed';
  }

  /** Stores how a way ended, and answers the submission after it. */
  private async store({ submission, outcome, renewed }: Delivered): Promise<Submission | undefined> {
    if (outcome === 'released') return this.recorder.settle(submission, { type: 'released' });
    // Before there is a fresh token: whoever quits meanwhile leaves nothing unclear.
    if (renewed) return this.recorder.settle(submission, { type: 'put_off' });
    const retryAt = this.now() + this.throttle.retryDelayMs(outcome, submission.attempts);
    const settled = this.recorder.settle(submission, { type: 'answered', outcome, retryAt });
    if (createOutcomes[outcome.name].action === 'wait') {
      await this.recorder.insist(() => this.retryAfter.keep(retryAt));
    }
    const after = await settled;
    if (outcome.accepted && this.probe === submission.id) await this.endWait();
    if (outcome.late) void this.recorder.settleLate(submission.id, outcome.late);
    return after;
  }

  /** The service takes submissions, though it had asked to wait: those that it refused for that need not wait either. */
  private async endWait(): Promise<void> {
    const { store, workspaceId } = this.options;
    this.throttle.endWait();
    await this.recorder.insist(async () => {
      await this.retryAfter.end();
      const queued = await store.inStates(workspaceId, ['queued']);
      const refused = queued.filter(({ problem }) => problem !== null && isWaitProblem(problem.code));
      await this.changes.all(refused, { type: 'resumed', by: 'service_accepting' });
    });
  }

  /** What was put off for its token waits here for another one, and says so where there is none. */
  private async storeRenewal(putOff: Submission | undefined, { renewed }: Delivered): Promise<void> {
    const outcome = await renewed;
    if (!putOff || !outcome) return;
    const retryAt = this.now() + this.throttle.retryDelayMs(outcome, putOff.attempts);
    await this.recorder.settle(putOff, { type: 'not_renewed', outcome, retryAt });
  }

  /** Whether this one may go out at this moment. */
  private mayGo({ id, notBefore }: Submission): boolean {
    const { settings, reachability } = this.options;
    const isItsTurn = this.throttle.waitMs === 0 || this.probe === id;
    // The clock may have been set back since it was claimed.
    const hasComeDue = notBefore === null || notBefore <= this.now();
    return !this.stopped && !settings().paused && reachability.reachable && isItsTurn && hasComeDue;
  }

  /** What an outcome says about the service as a whole. */
  private learn(outcome: CreateOutcome, epoch: number): void {
    const { reachability } = this.options;
    const { certainty, action } = createOutcomes[outcome.name];
    this.throttle.learn(outcome, epoch);
    if (outcome.httpStatus !== undefined) reachability.seen();
    if (certainty === 'not_sent' && action === 'retry') reachability.missed();
  }

  /** The network is back: what waited for it need not wait out its delay. */
  private resumeAfterOutage(): void {
    const { store, workspaceId } = this.options;
    store
      .inStates(workspaceId, ['queued'])
      .then((queued) =>
        this.changes.all(
          queued.filter(({ problem }) => problem !== null && isConnectionProblem(problem.code)),
          { type: 'resumed', by: 'service_reachable' },
        ),
      )
      .then(() => this.wake())
      .catch((error: unknown) => this.options.onTrouble(error));
  }

  private async releaseHeld(
    by: HistoryValues['resumed']['by'],
    which: (held: Submission) => boolean,
  ): Promise<void> {
    const held = await this.options.store.inStates(this.options.workspaceId, ['held']);
    await this.changes.all(held.filter(which), { type: 'resumed', by });
    this.wake();
  }

  /** `waited`: until when nothing could begin as it was looked, though that may be over by now. */
  private async setTimer(lookedAt: number, waited: number): Promise<void> {
    const dueAt = await this.nextDueAt(lookedAt);
    if (dueAt === undefined || this.stopped) return;
    const next = Math.max(dueAt, waited, this.waitsUntil);
    // What could have gone already when it was looked for cannot go now (no sign-in, all slots taken): whoever changes
    // that wakes the queue. What has become due since then is looked for at once.
    const ahead = next > lookedAt ? Math.max(0, next - this.now()) : LONGEST_TIMER_MS;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), Math.min(ahead, LONGEST_TIMER_MS));
  }

  /** When the first of those is due that are neither on their way nor read ahead; undefined where there is none. */
  private async nextDueAt(lookedAt: number): Promise<number | undefined> {
    const { store, workspaceId } = this.options;
    // It is looked again before what was read ahead is used up.
    if (this.more && this.ahead.length > 0) return lookedAt;
    return store.nextDueAt(workspaceId, [...this.taken, ...this.ahead.map(({ id }) => id)]);
  }
}
