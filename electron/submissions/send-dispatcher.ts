import { setTimeout as pause } from 'node:timers/promises';
import type { SendWait } from '../../shared/app-state.ts';
import { isSameScreening } from '../../shared/same-screening.ts';
import type { Submission } from '../../shared/submission.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import { createOutcomes } from '../service/create-outcomes.ts';
import type { ServiceReachability } from '../service/service-reachability.ts';
import { ServiceWait } from '../service/service-wait.ts';
import { backoffMs } from '../service/timing.ts';
import type { Stores } from '../storage/stores/index.ts';
import type { TeamClaims } from '../team/team-claims.ts';
import type { AccessTokens, SubmissionSender } from './delivery.ts';
import { type Delivered, Delivery } from './delivery.ts';
import type { RulesGate } from './rules-gate.ts';
import { SendThrottle } from './send-throttle.ts';
import type { SubmissionEvent } from './transition.ts';
import type { TransitionWriter } from './transition-writer.ts';

/** Whether the service can be reached, as sends and reads learn it. */
export type Reachability = Pick<ServiceReachability, 'reachable' | 'seen' | 'missed' | 'onChange'>;

interface OutcomeRecorderOptions {
  readonly workspaceId: string;
  readonly store: Stores['submissions'];
  readonly transitions: TransitionWriter;
  /** Adds the current calling hours to those that bind the submission. */
  readonly bindToHours: (submission: Submission) => Submission;
  readonly onTrouble: (error: unknown) => void;
}

/** The longest delay between two attempts to store an outcome, ms. */
const LONGEST_PAUSE_MS = 30_000;

/** How often a late answer is applied again when something else changes the submission at the same time. */
const LATE_ATTEMPTS = 5;

/** Stores how sends ended, whenever the answer comes and whatever happened to the submission since: no id is lost. */
class OutcomeRecorder {
  private readonly options: OutcomeRecorderOptions;
  private readonly stopping = new AbortController();

  constructor(options: OutcomeRecorderOptions) {
    this.options = options;
  }

  /** Stops retrying a disk that refuses; the next start finds what is not stored. */
  stop(): void {
    this.stopping.abort();
  }

  /**
   * Stores how a send ended, however long the disk refuses: otherwise an id that the service gave would be lost, and the
   * submission would look in progress until the next start. The send keeps its slot until then. Returns the changed
   * submission; undefined if it had changed in the meantime, or the queue stopped.
   */
  record(submission: Submission, event: SubmissionEvent): Promise<Submission | undefined> {
    return this.retryUntilStored(() =>
      event.type === 'answered'
        ? this.recordAnswer(submission, event.outcome, event.retryAt)
        : this.apply(submission, event),
    );
  }

  /** Calls `store` until it succeeds or the queue stops. */
  async retryUntilStored<T>(store: () => Promise<T>): Promise<T | undefined> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await store();
      } catch (error) {
        this.options.onTrouble(error);
        const delay = Math.min(LONGEST_PAUSE_MS, 100 * 2 ** Math.min(failures, 20));
        await pause(delay, undefined, { signal: this.stopping.signal }).catch(() => undefined);
        if (this.stopping.signal.aborted) return undefined;
      }
    }
  }

  /** Stores the answer to a call whose deadline had passed. */
  async recordLate(id: string, late: Promise<CreateOutcome>): Promise<void> {
    const outcome = await late;
    if (outcome.httpStatus === undefined || this.stopping.signal.aborted) return;
    await this.retryUntilStored(() => this.applyLate(id, outcome));
  }

  private async recordAnswer(
    submission: Submission,
    answer: CreateOutcome,
    retryAt: number,
  ): Promise<Submission | undefined> {
    // The store refuses an id that belongs to another submission; only then the owner is looked up. Twice, because the id
    // may get another owner between the lookup and the save.
    for (let attempt = 0; attempt < (answer.accepted ? 3 : 1); attempt += 1) {
      const outcome = attempt === 0 ? answer : await this.checkOwner(answer, submission);
      const recorded = await this.apply(submission, { type: 'answered', outcome, retryAt });
      if (recorded) return recorded;
    }
    // Another process took the send for interrupted, and a person may have decided about it: now the answer decides.
    if (createOutcomes[answer.name].certainty === 'accepted') await this.applyLate(submission.id, answer);
    return undefined;
  }

  /** Calling hours that came into force during the send bind it too; at that time only waiting submissions were bound. */
  private apply(submission: Submission, event: SubmissionEvent): Promise<Submission | undefined> {
    return this.options.transitions.apply(this.options.bindToHours(submission), event);
  }

  private async applyLate(id: string, answer: CreateOutcome): Promise<void> {
    // Something else may change the submission between the read and the save: then the answer is judged again.
    for (let attempt = 0; attempt < LATE_ATTEMPTS; attempt += 1) {
      const submission = await this.options.store.get(id);
      if (!submission) return;
      const outcome = await this.checkOwner(answer, submission);
      if (await this.options.transitions.apply(submission, { type: 'answered_late', outcome })) return;
    }
  }

  /** An id made for another candidate cannot be this submission's, so it is unknown whether the service has its request. */
  private async checkOwner(
    { accepted, ...outcome }: CreateOutcome,
    submission: Submission,
  ): Promise<CreateOutcome> {
    if (!accepted) return outcome;
    const owner = await this.options.store.trackedAs(this.options.workspaceId, accepted.requestId);
    if (!owner || owner.id === submission.id || isSameScreening(owner, submission))
      return { ...outcome, accepted };
    const answer = `${accepted.requestId}, ${accepted.status}`;
    return { ...outcome, name: 'accepted_with_known_id', answer, knownAs: owner.candidateName };
  }
}

/** A slot held by one submission while it is being sent. */
interface SendSlot {
  /** Resolves once the outcome of the slot's previous send is stored: no byte goes out in this slot earlier. */
  readonly ready: Promise<unknown>;
  /** Frees the slot for the next send; `stored` settles when the outcome of this send is stored. */
  release(stored: Promise<unknown>): void;
}

/**
 * A semaphore for sends. An answered send frees its slot for the next submission, which can be claimed and connected while
 * the answer is being stored; but none of its bytes go out before that is done. So however long the disk refuses, there are
 * never more unstored outcomes than slots.
 */
export class SendSlots {
  /** Freed slots whose last outcome is still being stored. */
  private readonly storing = new Set<Promise<unknown>>();
  /** How many slots are held by sends without an answer. */
  inUse = 0;

  acquire(): SendSlot {
    this.inUse += 1;
    const [previous = Promise.resolve()] = this.storing;
    this.storing.delete(previous);
    return {
      ready: previous,
      release: (stored) => {
        this.inUse -= 1;
        // Without a value: each result would keep all earlier ones in memory.
        const settled = Promise.allSettled([previous, stored]).then(() => undefined);
        this.storing.add(settled);
        void settled.then(() => this.storing.delete(settled));
      },
    };
  }
}

/** What sending a workspace's submissions needs from outside. */
export interface SendingPorts {
  readonly workspaceId: string;
  readonly store: Stores['submissions'];
  readonly waits: Stores['serviceWaits'];
  readonly sender: SubmissionSender;
  readonly tokens: AccessTokens;
  readonly reachability: Reachability;
  /** The workspace's team; left out without one. */
  readonly team?: Pick<TeamClaims, 'claim' | 'settleAgain' | 'facts' | 'waitsSince'> | undefined;
  /** Read before every send, so that a changed setting takes effect at once. */
  readonly settings: () => { readonly paused: boolean; readonly concurrency: number };
  /** The app itself failed (the disk, for example), and a person should know. */
  readonly onTrouble: (error: unknown) => void;
}

interface SendDispatcherOptions extends SendingPorts {
  readonly transitions: TransitionWriter;
  readonly gate: RulesGate;
  /** A slot is free again and nothing else has changed; `connected`: its connection is still open. */
  readonly onSlotFree: (connected: boolean) => void;
  readonly onDueChange: () => void;
  /** UTC ms. */
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly random: () => number;
  readonly firstWindow?: number | undefined;
}

/** Sends submissions in slots, at most `concurrency` at a time, and stores how each send ended. */
export class SendDispatcher {
  private readonly options: SendDispatcherOptions;
  private readonly throttle: SendThrottle;
  private readonly delivery: Delivery;
  private readonly recorder: OutcomeRecorder;
  private readonly slots = new SendSlots();
  private readonly sends = new Set<Promise<void>>();
  private stopped = false;
  readonly serviceWait: ServiceWait;
  /** Ids of the submissions being sent; some of them are still stored as queued. */
  readonly sendingIds = new Set<string>();
  /** The submission that a person wants sent despite the service's Retry-After. */
  probe: string | undefined;

  constructor(options: SendDispatcherOptions) {
    this.options = options;
    const { monotonic, random, firstWindow } = options;
    this.serviceWait = new ServiceWait('sends', options);
    this.throttle = new SendThrottle(monotonic, random, this.serviceWait, firstWindow);
    this.delivery = new Delivery({
      ...options,
      claimForTeam: options.team && ((submission) => this.claimForTeam(submission, options.team)),
      onWrite: () => this.throttle.written(),
      markTerms: (submission) => options.gate.markTerms(submission),
      maySend: (submission) => this.maySend(submission) && options.gate.mayGo(submission),
    });
    this.recorder = new OutcomeRecorder({
      ...options,
      bindToHours: (submission) => options.gate.bind(submission),
    });
  }

  /** Why nothing may start now; null if something may. */
  get sendWait(): SendWait | null {
    const { wait, triesOneAlone } = this.throttle;
    if (wait) return { why: wait.why, until: this.options.now() + wait.ms };
    if (this.freeSlots > 0) return null;
    return { why: triesOneAlone ? 'unclear_answer' : 'slots_busy', until: null };
  }

  /** When the next send may start, UTC ms; 0 if it may now. */
  get waitsUntil(): number {
    const { waitMs } = this.throttle;
    return waitMs > 0 ? this.options.now() + waitMs : 0;
  }

  get freeSlots(): number {
    if (this.stopped) return 0;
    return this.throttle.freeSlots(this.options.settings().concurrency, this.slots.inUse);
  }

  /** Starts no further send; returns those in progress, whose outcomes are stored if the disk takes them at once. */
  stop(): Iterable<Promise<void>> {
    this.stopped = true;
    this.recorder.stop();
    return this.sends;
  }

  /** Sends the probe, once nothing else is being sent: with others in flight it could be one too many. */
  async sendProbe(): Promise<void> {
    const { store, tokens, gate } = this.options;
    if (this.probe === undefined || this.stopped || this.sendingIds.size > 0) return;
    if ((await tokens.current()) === undefined) return;
    const submission = await store.get(this.probe);
    if (submission?.state === 'queued' && gate.mayGo(submission)) this.start(submission, false);
    else this.probe = undefined;
  }

  /** Starts sending one submission; `connected`: an open connection is expected. */
  start(submission: Submission, connected: boolean): void {
    this.sendingIds.add(submission.id);
    const sending = this.send(submission, connected)
      .catch((error: unknown) => {
        this.options.onTrouble(error);
        this.throttle.holdBack();
        return 'changed' as const;
      })
      .then((end) => {
        this.sendingIds.delete(submission.id);
        this.sends.delete(sending);
        const wasProbe = this.probe === submission.id;
        if (wasProbe) this.probe = undefined;
        // An accepted submission never comes back to the queue; any other may be due at another time now.
        if (end === 'changed' || wasProbe) this.options.onDueChange();
      });
    this.sends.add(sending);
  }

  private async send(queued: Submission, connected: boolean): Promise<'accepted' | 'changed'> {
    const begun = { epoch: this.throttle.started(), asks: this.serviceWait.asks };
    const slot = this.slots.acquire();
    let stored: Promise<Submission | undefined> = Promise.resolve(undefined);
    let delivered: Delivered;
    let accepted = false;
    let answered = false;
    try {
      delivered = await this.delivery.deliver(queued, { slotReady: slot.ready, connected }, (outcome) =>
        this.learn(outcome, begun),
      );
      const { outcome } = delivered;
      answered = typeof outcome === 'object' && outcome.httpStatus !== undefined;
      accepted = typeof outcome === 'object' && outcome.accepted !== undefined;
      // Not awaited: the slot's next send is marked in this turn too, and shares the commit of this outcome.
      stored = this.store(delivered);
    } finally {
      slot.release(stored);
    }
    this.options.onSlotFree(answered);
    await this.storeRenewal(await stored, delivered);
    return accepted ? 'accepted' : 'changed';
  }

  /** Stores how a send ended; returns the changed submission. */
  private async store({ submission, outcome, renewed }: Delivered): Promise<Submission | undefined> {
    if (outcome === 'released') {
      const released = await this.recorder.record(submission, { type: 'released' });
      // A person took it back, or withdrew it: the team was told of that before it was asked for the number.
      if (!released)
        await this.recorder.retryUntilStored(async () => this.options.team?.settleAgain(submission.id));
      return released;
    }
    // Before there is a fresh token: quitting in the meantime leaves nothing unclear.
    if (renewed) return this.recorder.record(submission, { type: 'put_off' });
    const retryAt = this.retryAt(outcome, submission);
    // First: no kill leaves a submission that is due again without the wait that keeps it back.
    const waitSaved = this.recorder.retryUntilStored(() => this.serviceWait.save());
    const recorded = await this.recorder.record(submission, { type: 'answered', outcome, retryAt });
    await waitSaved;
    if (outcome.late) void this.recorder.recordLate(submission.id, outcome.late);
    return recorded;
  }

  /** When it is due again, UTC ms; what the service asked to wait is due at once, and waits with all others. */
  private retryAt({ name }: CreateOutcome, { attempts }: Submission): number {
    const { now, random } = this.options;
    return now() + (createOutcomes[name].action === 'retry' ? backoffMs(attempts - 1, random) : 0);
  }

  /** Waits for the fresh token of a submission that was put off; if there is none, stores why. */
  private async storeRenewal(putOff: Submission | undefined, { renewed }: Delivered): Promise<void> {
    const outcome = await renewed;
    if (!putOff || !outcome) return;
    const retryAt = this.retryAt(outcome, putOff);
    const stored = await this.recorder.record(putOff, { type: 'not_renewed', outcome, retryAt });
    // Who signed in before it was stored resumed only what waited for that.
    if (stored?.state === 'held' && this.options.tokens.signedIn)
      await this.recorder.record(stored, { type: 'resumed', by: 'sign_in' });
  }

  /** Whether this submission may be sent now, apart from its calling hours. */
  private maySend({ id, notBefore }: Submission): boolean {
    const { settings, reachability, now } = this.options;
    const isItsTurn = this.throttle.isOpen || this.probe === id;
    // The clock may have been set back since the claim.
    const isDue = notBefore === null || notBefore <= now();
    return !this.stopped && !settings().paused && reachability.reachable && isItsTurn && isDue;
  }

  private async claimForTeam(submission: Submission, team: SendingPorts['team']): Promise<boolean> {
    if (!team) return true;
    try {
      return await team.claim(submission);
    } catch (error) {
      // Where the database is away, the queue waits for it; otherwise nothing is asked again at once.
      if ((await team.waitsSince()) === null) {
        this.options.onTrouble(error);
        this.throttle.holdBack();
      }
      throw error;
    }
  }

  /** Takes in what an outcome says about the service as a whole; `begun`: what was so when its send began. */
  private learn(outcome: CreateOutcome, begun: { readonly epoch: number; readonly asks: number }): void {
    const { reachability } = this.options;
    const { certainty, action } = createOutcomes[outcome.name];
    this.throttle.learn(outcome, begun.epoch);
    if (action === 'wait') this.serviceWait.asked(outcome.retryAfterMs);
    if (outcome.accepted) this.serviceWait.accepted(begun.asks);
    if (outcome.httpStatus !== undefined) reachability.seen();
    if (certainty === 'not_sent' && action === 'retry') reachability.missed();
  }
}
