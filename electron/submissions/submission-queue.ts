import { uptime } from 'node:os';
import type { SendWait } from '../../shared/app-state.ts';
import type { HolidayLookup } from '../../shared/holidays.ts';
import { isHeldByPerson, SIGN_IN_NEEDED, SIGN_IN_NOT_RENEWED } from '../../shared/outbox.ts';
import type { Submission } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { isConnectionProblem, isNetworkSettingsProblem } from '../service/create-outcomes.ts';
import { settledWithin } from '../service/timing.ts';
import type { Stores } from '../storage/stores/index.ts';
import { RulesGate } from './rules-gate.ts';
import { SendDispatcher, type SendingPorts } from './send-dispatcher.ts';
import { TROUBLE_PAUSE_MS } from './send-throttle.ts';
import { TransitionWriter } from './transition-writer.ts';

type IsAffected = (problemCode: string) => boolean;
type Rule = { readonly queued?: IsAffected; readonly held?: IsAffected };

/** Which waiting submissions each change makes due: by state and problem ('' if there is none). */
const AFFECTED = {
  sign_in: { queued: (code) => code === SIGN_IN_NOT_RENEWED, held: (code) => code === SIGN_IN_NEEDED },
  network_settings: { held: isNetworkSettingsProblem },
  connection: { held: (code) => !isHeldByPerson(code) },
  service_reachable: { queued: isConnectionProblem },
} satisfies Readonly<Record<string, Rule>>;

type ResumeReason = keyof typeof AFFECTED;

/** Makes the waiting submissions due that a change affects; they need not wait out their delay. */
async function resumeWaiting(
  by: ResumeReason,
  store: Stores['submissions'],
  workspaceId: string,
  transitions: TransitionWriter,
): Promise<void> {
  const rule: Rule = AFFECTED[by];
  for (const state of ['queued', 'held'] as const) {
    const isAffected = rule[state];
    if (!isAffected) continue;
    // Those that something else changed meanwhile, such as a person who opened one in the form, once more.
    for (let left = true; left; ) {
      const submissions = await store.inStates(workspaceId, [state]);
      const affected = submissions.filter(({ problem }) => isAffected(problem?.code ?? ''));
      left = (await transitions.applyToAll(affected, { type: 'resumed', by })) < affected.length;
    }
  }
}

/** How far the clock may get ahead of the elapsed time before it counts as set, ms: systems keep correcting theirs. */
const TOLERANCE_MS = 60_000;

/** Detects that the clock was set forward: it then advanced by more than the time since boot, sleep included. */
class ClockJumpDetector {
  private readonly now: () => number;
  private readonly sinceBoot: () => number;
  private ahead: number;

  /** `now`: UTC ms; `sinceBoot`: ms since the computer started, sleep included, on a clock that nobody sets. */
  constructor(now: () => number, sinceBoot: () => number) {
    this.now = now;
    this.sinceBoot = sinceBoot;
    this.ahead = now() - sinceBoot();
  }

  /** Calls `handle` with how far the clock was set forward, ms. A jump counts as handled only once `handle` succeeds. */
  async check(handle: (byMs: number) => Promise<void>): Promise<void> {
    const ahead = this.now() - this.sinceBoot();
    const byMs = ahead - this.ahead;
    if (byMs > TOLERANCE_MS) await handle(byMs);
    this.ahead = ahead;
  }
}

interface SubmissionQueueOptions extends SendingPorts {
  /** The workspace's current rules; read at every poll, so they should be cached. */
  readonly rules: () => Promise<WorkspaceRules>;
  /** Whether a number (E.164) is being put on the do-not-call list right now: it counts before it is on the disk. */
  readonly isBeingListed: (phoneNumber: string) => boolean;
  /** The public holidays as far as they are known; left out: none. */
  readonly holidays?: HolidayLookup | undefined;
  readonly onChange: (submissionIds: readonly string[]) => void;
  /** Called with the stored submissions whose state the queue changed. */
  readonly onStateChange?: ((changed: readonly Submission[]) => void) | undefined;
  /** Called when a wait that keeps the whole queue back begins or ends, or will end at another time. */
  readonly onWaitChange?: (() => void) | undefined;
  /** UTC ms. */
  readonly now?: () => number;
  /** ms on a clock that nobody sets, for waits within this run. A test with its own clock needs to give one. */
  readonly monotonic?: () => number;
  /** ms since the computer started, sleep included. A test with its own clock needs to give one. */
  readonly sinceBoot?: () => number;
  readonly random?: () => number;
  /** How many may be in progress before anything was answered: 1. A test of some in progress together needs to give more. */
  readonly firstWindow?: number | undefined;
}

/** The longest timer, so that a clock set forward is noticed, ms. */
const LONGEST_TIMER_MS = 30_000;

/** A clock that goes back by more than this was set, ms. */
const CLOCK_TOLERANCE_MS = 1000;

/** How many submissions are prefetched per slot, so that the store is not queried for every send. */
const PREFETCH_PER_SLOT = 16;

/** Polls the store for a workspace's due submissions and prefetches a few for {@link SendDispatcher} to send. */
export class SubmissionQueue {
  private readonly options: SubmissionQueueOptions;
  private readonly now: () => number;
  private readonly transitions: TransitionWriter;
  private readonly gate: RulesGate;
  private readonly dispatcher: SendDispatcher;
  private readonly clock: ClockJumpDetector;
  private readonly stopListening: () => void;
  /** Submissions that were due at the last poll, next to be sent. One that changed since cannot be claimed. */
  private prefetched: Submission[] = [];
  /** Whether more may be due than was prefetched. */
  private mayHaveMore = true;
  private lastPollAt = 0;
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;
  private pollAgain = false;
  private recovered = true;
  private recovering: Promise<void> | undefined;
  private stopped = false;
  /** The wait as last told. */
  private toldWait: SendWait | null = null;
  /** Since when the team database can't be asked, as of the last poll; null if it can, or need not be. */
  private teamAwaySince: number | null = null;

  constructor(options: SubmissionQueueOptions) {
    this.options = options;
    const { reachability, now = Date.now, random = Math.random } = options;
    const sinceBoot = options.sinceBoot ?? options.now ?? (() => 1000 * uptime());
    this.now = now;
    this.transitions = new TransitionWriter({ ...options, now });
    this.gate = new RulesGate({ ...options, transitions: this.transitions, now, sinceBoot });
    this.dispatcher = new SendDispatcher({
      ...options,
      transitions: this.transitions,
      gate: this.gate,
      onSlotFree: (connected) => {
        this.sendPrefetched(connected);
        // A poll also sets the timer for the next, if the rate is limited.
        if (this.runsLow || this.dispatcher.waitsUntil > 0) this.pollSoon();
      },
      onDueChange: () => this.wake(),
      now,
      monotonic: options.monotonic ?? options.now ?? (() => performance.now()),
      random,
    });
    this.clock = new ClockJumpDetector(now, sinceBoot);
    this.stopListening = reachability.onChange(() => {
      if (reachability.reachable) this.resume('service_reachable').catch(options.onTrouble);
    });
  }

  /**
   * Returns what an earlier run left in progress to the queue, or to a person where bytes may have gone out. If the disk
   * refuses, the app starts all the same: the recovery is retried before anything is sent.
   */
  async recover(): Promise<void> {
    this.recovered = false;
    await this.recoverOnce().catch(this.options.onTrouble);
  }

  private async recoverOnce(): Promise<void> {
    if (this.recovered) return;
    this.recovering ??= this.recoverInterrupted().finally(() => {
      this.recovering = undefined;
    });
    await this.recovering;
  }

  private async recoverInterrupted(): Promise<void> {
    const { store, workspaceId } = this.options;
    await store.correctClock(workspaceId, this.now());
    const interrupted = await store.inStates(workspaceId, ['connecting', 'sending']);
    await this.transitions.applyToAll(interrupted, { type: 'interrupted' });
    await this.interruptEdits();
    // Entries may have come by a policy, a restored backup, or just before a kill.
    await this.gate.withdraw();
    await this.gate.judgeAgain();
    this.recovered = true;
  }

  /** Ends the edits whose form is gone, without sending what was being corrected: a person is told of each. */
  async interruptEdits(): Promise<void> {
    const { store, workspaceId } = this.options;
    const edited = (await store.inStates(workspaceId, ['held', 'draft'])).filter(
      ({ afterEdit }) => afterEdit,
    );
    await this.transitions.applyToAll(edited, { type: 'edit_interrupted' });
  }

  /** Polls for something to send; call it whenever anything may have changed. */
  wake(): void {
    this.prefetched = [];
    this.mayHaveMore = true;
    this.pollSoon();
  }

  /** When the service's Retry-After ends, UTC ms; undefined if there is none. */
  get retryAfterEndsAt(): number | undefined {
    return this.dispatcher.serviceWait.endsAt;
  }

  /** Why nothing that is due is sent now, apart from a pause, the sign-in and the connection; null if it is. */
  get sendWait(): SendWait | null {
    const since = this.teamAwaySince;
    return since === null ? this.dispatcher.sendWait : { why: 'team_away', until: null, since };
  }

  /** Sends this submission, or the next one due, despite a Retry-After. If the service accepts it, the others follow. */
  async sendOneDespiteWait(id?: string): Promise<void> {
    const { store, workspaceId } = this.options;
    const [next] = id === undefined ? await store.due(workspaceId, this.now(), 1) : [];
    this.dispatcher.probe = id ?? next?.id;
    this.wake();
  }

  /** Something changed that waiting submissions may wait for: those are due. */
  async resume(by: ResumeReason): Promise<void> {
    const { store, workspaceId } = this.options;
    await resumeWaiting(by, store, workspaceId, this.transitions);
    this.wake();
  }

  /** The workspace's rules changed, or more public holidays are known: what waits is judged again. */
  async judgeAgain(): Promise<void> {
    await this.gate.judgeAgain();
    this.wake();
  }

  /** The do-not-call list changed: what waits for its numbers is withdrawn. Gives how many. */
  async doNotCallChanged(): Promise<number> {
    try {
      return await this.gate.withdraw();
    } finally {
      this.wake();
    }
  }

  /** Starts nothing new and waits up to `patienceMs` for sends in progress; the next start recovers the rest. */
  async stop(patienceMs: number): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.stopListening();
    await settledWithin(patienceMs, [this.polling, ...this.dispatcher.stop()]);
    clearTimeout(this.timer);
  }

  private pollSoon(): void {
    if (this.stopped) return;
    if (this.polling) {
      this.pollAgain = true;
      return;
    }
    this.polling = this.poll()
      .catch((error: unknown) => {
        this.options.onTrouble(error);
        if (!this.stopped) this.timer = setTimeout(() => this.wake(), TROUBLE_PAUSE_MS);
      })
      .finally(() => {
        this.polling = undefined;
        if (this.pollAgain) {
          this.pollAgain = false;
          this.pollSoon();
        }
      });
  }

  private async poll(): Promise<void> {
    clearTimeout(this.timer);
    await this.recoverOnce();
    const { store, workspaceId, settings, reachability, tokens, team } = this.options;
    const polledAt = this.now();
    if (polledAt < this.lastPollAt - CLOCK_TOLERANCE_MS) {
      await store.correctClock(workspaceId, polledAt);
      await this.gate.judgeAgain();
    }
    this.lastPollAt = polledAt;
    await this.clock.check((byMs) => this.gate.clockSetForward(byMs));
    // Even if nothing can be sent yet: from here on, its end doesn't depend on a clock that somebody may set.
    await this.dispatcher.serviceWait.restore();
    if (team) this.teamAwaySince = await team.waitsSince();
    this.tellWait();
    if (settings().paused || !reachability.reachable || this.teamAwaySince !== null) return;
    await this.dispatcher.sendProbe();
    const free = this.dispatcher.freeSlots;
    let { waitsUntil } = this.dispatcher;
    // Even with all slots in use, submissions are prefetched for those that become free.
    const wantsPrefetch = free > 0 || (waitsUntil === 0 && this.runsLow);
    if (wantsPrefetch && (await tokens.current()) !== undefined) {
      const { sendingIds } = this.dispatcher;
      const wanted = free + settings().concurrency * PREFETCH_PER_SLOT;
      // As of the moment for which the clock was checked: it may have been set since.
      const { going, isAll } = await this.gate.due(polledAt, wanted, sendingIds);
      // Some may have been started in the meantime, from what was prefetched before.
      this.prefetched = going.filter(({ id }) => !sendingIds.has(id));
      // A submission stored during the query need not be in its result.
      this.mayHaveMore = this.pollAgain || !isAll;
      this.sendPrefetched();
      waitsUntil = Math.max(waitsUntil, this.dispatcher.waitsUntil);
    }
    await this.setTimer(polledAt, waitsUntil);
  }

  /** Tells of a wait that began, ended, or moved; how busy the slots are changes with every send. */
  private tellWait(): void {
    const { sendWait } = this;
    const wait = sendWait?.until || sendWait?.why === 'team_away' ? sendWait : null;
    const movedMs = Math.abs((wait?.until ?? 0) - (this.toldWait?.until ?? 0));
    if (wait?.why === this.toldWait?.why && movedMs < CLOCK_TOLERANCE_MS) return;
    this.toldWait = wait;
    this.options.onWaitChange?.();
  }

  /** Fills the free slots; `connected`: the first of them has an open connection. */
  private sendPrefetched(connected = false): void {
    const { settings, reachability } = this.options;
    if (settings().paused || !reachability.reachable) return;
    for (let isConnected = connected; this.dispatcher.freeSlots > 0; isConnected = false) {
      const next = this.prefetched.shift();
      if (!next) return;
      // Not due any more: the clock was set back since the poll.
      if (next.sendAfter > this.now()) {
        this.wake();
        return;
      }
      this.dispatcher.start(next, isConnected);
    }
  }

  /** Whether the prefetched submissions will soon be used up while more may be due. */
  private get runsLow(): boolean {
    return this.mayHaveMore && this.prefetched.length <= this.options.settings().concurrency;
  }

  /** `waitedUntil`: until when nothing could start at the poll. */
  private async setTimer(polledAt: number, waitedUntil: number): Promise<void> {
    const dueAt = await this.nextDueAt(polledAt);
    if (dueAt === undefined || this.stopped) return;
    const next = Math.max(dueAt, waitedUntil, this.dispatcher.waitsUntil);
    // What was due at the poll could not be sent (no sign-in, all slots in use); whoever changes that wakes the queue.
    // Submissions that came due in the meantime are picked up immediately.
    const delay = next > polledAt ? Math.max(0, next - this.now()) : LONGEST_TIMER_MS;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), Math.min(delay, LONGEST_TIMER_MS));
  }

  /** When the first submission is due that is neither being sent nor prefetched; undefined if there is none. */
  private async nextDueAt(polledAt: number): Promise<number | undefined> {
    const { store, workspaceId } = this.options;
    // The next poll comes before the prefetched submissions are used up, or when the rate allows the next of them.
    if (this.prefetched.length > 0 && (this.mayHaveMore || this.dispatcher.waitsUntil > 0)) return polledAt;
    const { sendingIds } = this.dispatcher;
    return store.nextDueAt(workspaceId, [...sendingIds, ...this.prefetched.map(({ id }) => id)]);
  }
}
