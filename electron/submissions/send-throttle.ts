import type { SendWait } from '../../shared/app-state.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import { createOutcomes } from '../service/create-outcomes.ts';
import { backoffMs, LONGEST_BACKOFF_MS } from '../timing/backoff.ts';

/** After a failure of the app itself (the disk, for example), the next attempt waits this long, ms. */
export const TROUBLE_PAUSE_MS = 2000;

/** The pause after an unclear outcome, ms: longer than a service that restarts is usually away, as each costs a decision. */
const UNCLEAR_PAUSE_MS = 3200;
/** The pause if the service says to slow down, but not for how long, ms. */
const SLOW_DOWN_PAUSE_MS = 500;

/** Where a slow start begins, sends a second: where what was answered says less, and where it says more. */
const START = { asked: { least: 1, most: Number.POSITIVE_INFINITY }, unclear: { least: 0.4, most: 1 } };
/** Slow start: each clear answer raises the rate by this factor. */
const SLOW_START_FACTOR = 1.2;
/** Beyond this, sends a second, nothing is paced any more. */
const UNLIMITED_FROM = 200;
/** Multiplicative decrease, if even a rate that was thought safe is too fast. */
const DECREASE = 0.85;
/** How near the rate stays to the one that was objected to. */
const BELOW_THRESHOLD = 0.97;
/** How long the rate takes back to the one that was objected to, ms; after an unclear outcome, each try may cost a decision. */
const PROBING_PERIOD_MS = { asked: 20_000, unclear: 60_000 };

/**
 * How many submissions may be in progress, and when the next may start: concurrency, rate, and the service's Retry-After.
 * For one run, on the monotonic clock, so that setting the clock moves no wait.
 *
 * Nothing limits the rate until the service objects: asks to slow down, or ends a send unclear. Then it is controlled as
 * TCP's congestion window is (RFC 5681; the cubic growth is that of RFC 9438): one decrease per epoch, however many sends
 * in flight meet the same objection; a pause; one send alone; a slow start from a low rate; at the next objection the rate
 * that came through becomes the threshold, and the rate grows from just below it, slowly at first.
 */
export class SendThrottle {
  private readonly monotonic: () => number;
  private readonly random: () => number;
  /** Until when the service asked to wait, or the app itself has to. */
  private waitUntil = 0;
  /** Whether the service asked for that wait. */
  private isAsked = false;
  /** The end of the pause after an unclear outcome. */
  private pauseUntil = 0;
  /** Sends a second. */
  private rate = Number.POSITIVE_INFINITY;
  private threshold = Number.POSITIVE_INFINITY;
  /** The rate before the last clear answer raised it. */
  private rateBefore = Number.POSITIVE_INFINITY;
  private objection: 'asked' | 'unclear' = 'asked';
  /** Objections since the last clear answer. */
  private objectionsInARow = 0;
  /** Whether the service took several sends at once before it objected, as it does again after each pause. */
  private takesBursts = false;
  private lastStart = Number.NEGATIVE_INFINITY;
  private firstStart: number | undefined;
  private epochBegan = 0;
  private answersInEpoch = 0;
  private answers = 0;
  /** A send notes this when it starts and passes it back with its outcome. */
  epoch = 0;

  constructor(monotonic: () => number, random: () => number) {
    this.monotonic = monotonic;
    this.random = random;
  }

  /** How many more sends may start now. */
  freeSlots(concurrency: number, underWay: number): number {
    if (this.waitMs > 0) return 0;
    // After an objection, first one alone: more may still be in progress from before it.
    if (this.objectionsInARow > 0) return underWay === 0 ? 1 : 0;
    const free = Math.max(0, concurrency - underWay);
    return Number.isFinite(this.rate) ? Math.min(1, free) : free;
  }

  /** A send starts; gives its epoch. */
  started(): number {
    const now = this.monotonic();
    this.lastStart = now;
    if (this.firstStart === undefined) {
      this.firstStart = now;
      this.epochBegan = now;
    }
    return this.epoch;
  }

  /** ms until anything may start. */
  get waitMs(): number {
    const paced = Number.isFinite(this.rate) ? this.lastStart + 1000 / this.rate : 0;
    return this.msUntil(Math.max(this.waitUntil, this.pauseUntil, paced));
  }

  /** Whether what has started may be sent: nothing was objected to since. */
  get isOpen(): boolean {
    return this.msUntil(Math.max(this.waitUntil, this.pauseUntil)) === 0;
  }

  /** What anything that may start waits for, apart from its turn, and for how long, ms; null if for nothing. */
  get wait(): { readonly why: SendWait['why']; readonly ms: number } | null {
    const { askedWaitMs } = this;
    const unclearMs = this.msUntil(this.pauseUntil);
    if (askedWaitMs >= unclearMs && askedWaitMs > 0) {
      return { why: this.isAsked ? 'service_asked' : 'not_stored', ms: askedWaitMs };
    }
    return unclearMs > 0 ? { why: 'unclear_answer', ms: unclearMs } : null;
  }

  /** Whether one is sent alone first, because the last outcome was unclear. */
  get triesOneAlone(): boolean {
    return this.objectionsInARow > 0 && this.objection === 'unclear';
  }

  /** ms of waiting left that the service asked for, or that a failure of the app itself caused. */
  get askedWaitMs(): number {
    return this.msUntil(this.waitUntil);
  }

  /** Takes in what the outcome of a send started in `epoch` says about the service as a whole. */
  learn(outcome: CreateOutcome, epoch: number): void {
    const { certainty, action } = createOutcomes[outcome.name];
    if (certainty === 'not_sent') return;
    const isAsked = action === 'wait';
    if (!isAsked && certainty !== 'unclear') {
      this.speedUp(epoch);
      return;
    }
    if (epoch === this.epoch) this.slowDown(isAsked ? 'asked' : 'unclear');
    // Never before Retry-After; if it is missing or zero, our own growing pause.
    if (isAsked)
      this.waitAsAsked(outcome.retryAfterMs || this.growingMs(SLOW_DOWN_PAUSE_MS * (1 + this.random())));
  }

  /** The service accepts submissions although it had asked to wait: the wait is over. */
  endWait(): void {
    this.waitUntil = 0;
    this.objectionsInARow = 0;
  }

  /** Starts nothing for this long, ms, because the service asked so. */
  waitAsAsked(ms: number): void {
    this.holdBack(ms);
    if (ms > 0) this.isAsked = true;
  }

  /** Starts nothing for this long, ms. */
  holdBack(ms: number): void {
    if (this.askedWaitMs === 0) this.isAsked = false;
    this.waitUntil = Math.max(this.waitUntil, this.monotonic() + ms);
  }

  /** How long to wait after an outcome before the submission is retried, ms. */
  retryDelayMs(outcome: CreateOutcome, attempts: number): number {
    const { action } = createOutcomes[outcome.name];
    if (action === 'wait') return this.msUntil(this.waitUntil);
    return action === 'retry' ? backoffMs(attempts - 1, this.random) : 0;
  }

  private speedUp(epoch: number): void {
    if (epoch === this.epoch) this.objectionsInARow = 0;
    this.answers += 1;
    this.answersInEpoch += 1;
    this.rateBefore = this.rate;
    if (Number.isFinite(this.threshold)) {
      const periods = (this.monotonic() - this.epochBegan) / PROBING_PERIOD_MS[this.objection];
      this.rate = this.threshold * (BELOW_THRESHOLD + (1 - BELOW_THRESHOLD) * periods ** 3);
    } else this.rate *= SLOW_START_FACTOR;
    if (this.rate > UNLIMITED_FROM) {
      this.rate = Number.POSITIVE_INFINITY;
      this.threshold = Number.POSITIVE_INFINITY;
    }
  }

  private slowDown(objection: 'asked' | 'unclear'): void {
    const now = this.monotonic();
    if (Number.isFinite(this.rate)) {
      this.threshold = this.lowerThreshold(objection);
      this.rate = BELOW_THRESHOLD * this.threshold;
    } else {
      this.takesBursts = this.answersInEpoch > 2;
      const { least, most } = START[objection];
      this.rate = Math.max(least, Math.min(most, this.answered()));
    }
    this.objection = objection;
    this.objectionsInARow += 1;
    this.epoch += 1;
    this.epochBegan = now;
    this.answersInEpoch = 0;
    if (objection === 'unclear') {
      this.pauseUntil = now + this.growingMs(UNCLEAR_PAUSE_MS * (1 + 0.15 * this.random()));
    }
  }

  /** The rate at which the service probably keeps up, after an objection at `rate`. */
  private lowerThreshold(objection: 'asked' | 'unclear'): number {
    const half = this.rate / 2;
    // Even the one alone was objected to: that says little about the rate.
    if (this.answersInEpoch === 0) return Math.min(this.threshold, Math.max(half, this.answered('in all')));
    if (this.answersInEpoch < 3) return this.rate * DECREASE;
    const wasThoughtSafe = Number.isFinite(this.threshold) ? this.rate <= this.threshold : this.takesBursts;
    // Where a burst was used up at both ends of the epoch, what was answered in between is the service's rate.
    if (wasThoughtSafe) return Math.max(half, Math.min(this.rate, this.answered()));
    return objection === 'unclear' ? this.rateBefore : (this.rateBefore + this.rate) / 2;
  }

  /** Clear answers a second, in this epoch or in all. */
  private answered(since: 'in this epoch' | 'in all' = 'in this epoch'): number {
    const [answers, began] =
      since === 'in all' ? [this.answers, this.firstStart ?? 0] : [this.answersInEpoch, this.epochBegan];
    return answers / Math.max(1, (this.monotonic() - began) / 1000);
  }

  /** A pause that doubles with every objection in a row. */
  private growingMs(ms: number): number {
    return Math.min(LONGEST_BACKOFF_MS, ms * 2 ** Math.min(30, Math.max(0, this.objectionsInARow - 1)));
  }

  /** Whole ms: the monotonic clock has fractions, which could not be stored. */
  private msUntil(moment: number): number {
    return Math.max(0, Math.ceil(moment - this.monotonic()));
  }
}
