import type { SendWait } from '../../shared/app-state.ts';
import type { Submission } from '../../shared/submission.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import { createOutcomes } from '../service/create-outcomes.ts';
import { ServiceWait, type ServiceWaitStore } from '../service/service-wait.ts';
import { backoffMs } from '../timing/backoff.ts';
import { type Delivered, Delivery } from './delivery.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import type { AccessTokens, Reachability, SubmissionSender, SubmissionStore } from './ports.ts';
import type { RulesGate } from './rules-gate.ts';
import { SendSlots } from './send-slots.ts';
import { SendThrottle } from './send-throttle.ts';
import type { TransitionWriter } from './transition-writer.ts';

/** What sending a workspace's submissions needs from outside. */
export interface SendingPorts {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  readonly waits: ServiceWaitStore;
  readonly sender: SubmissionSender;
  readonly tokens: AccessTokens;
  readonly reachability: Reachability;
  /** Read before every send, so that a changed setting takes effect at once. */
  readonly settings: () => { readonly paused: boolean; readonly concurrency: number };
  /** The app itself failed (the disk, for example), and a person should know. */
  readonly onTrouble: (error: unknown) => void;
}

export interface SendDispatcherOptions extends SendingPorts {
  readonly transitions: TransitionWriter;
  readonly gate: RulesGate;
  /** A slot is free again and nothing else has changed; `connected`: its connection is still open. */
  readonly onSlotFree: (connected: boolean) => void;
  /** What is due may have changed. */
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
    if (outcome === 'released') return this.recorder.record(submission, { type: 'released' });
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
    await this.recorder.record(putOff, { type: 'not_renewed', outcome, retryAt });
  }

  /** Whether this submission may be sent now, apart from its calling hours. */
  private maySend({ id, notBefore }: Submission): boolean {
    const { settings, reachability, now } = this.options;
    const isItsTurn = this.throttle.isOpen || this.probe === id;
    // The clock may have been set back since the claim.
    const isDue = notBefore === null || notBefore <= now();
    return !this.stopped && !settings().paused && reachability.reachable && isItsTurn && isDue;
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
