import type { SendWait } from '../../shared/app-state.ts';
import type { CreateOutcome } from '../service/create-interview-request.ts';
import { createOutcomes } from '../service/create-outcomes.ts';
import type { ServiceWait } from '../service/service-wait.ts';
import { LONGEST_BACKOFF_MS } from '../service/timing.ts';

/** After a failure of the app itself (the disk, for example), the next attempt waits this long, ms. */
export const TROUBLE_PAUSE_MS = 2000;

/** The pause after an unclear outcome, ms: longer than a service that restarts is usually away, as each costs a decision. */
const UNCLEAR_PAUSE_MS = 3200;

/** Who lets more than this many be in progress at once has said that the service takes them. */
const CAREFUL_UP_TO = 4;
/** After this many clear answers, one more may be in progress: what is in progress may all end unclear together. */
const ANSWERS_PER_SLOT = 24;

/** Where a slow start begins, sends a second. */
const START_RATE = 0.7;
/** Slow start: each clear answer raises the rate by this factor. */
const SLOW_START_FACTOR = 1.06;
/** Beyond this, sends a second, nothing is paced any more. */
const UNLIMITED_FROM = 200;
/** How near the rate stays to the one that came through. */
const BELOW_THRESHOLD = 0.98;
/** After this many clear answers the rate is back at the one that came through, and soon tries more. */
const PROBING_ANSWERS = 35;
/** Multiplicative decrease, at most: one objection may be chance. */
const DECREASE = 0.8;
/** If a rate that was thought safe is too fast: the share of it in the next, beside what was answered since the last objection. */
const RATE_SHARE = 0.65;

/**
 * How many submissions may be in progress, and when the next may start: concurrency, rate, and what `ServiceWait` says. For
 * one run, on the monotonic clock, so that setting the clock moves no wait.
 *
 * It is controlled as TCP is (RFC 5681; the cubic growth is that of RFC 9438). A window, of one send at first unless a person
 * allows many, grows with the clear answers up to the concurrency. Nothing limits the rate until the service objects: asks to
 * slow down, or ends a send unclear. Then there is one decrease per epoch, however many sends in flight meet the same
 * objection; a pause; one send alone; a slow start from a low rate; at the next objection the rate that came through becomes
 * the threshold, and the rate grows from just below it, slowly at first.
 */
export class SendThrottle {
  private readonly monotonic: () => number;
  private readonly random: () => number;
  private readonly serviceWait: Pick<ServiceWait, 'msLeft'>;
  private readonly firstWindow: number;
  /** The end of the pause after a failure of the app itself. */
  private troubleUntil = 0;
  /** The end of the pause after an unclear outcome. */
  private pauseUntil = 0;
  /** Sends a second. */
  private rate = Number.POSITIVE_INFINITY;
  private threshold = Number.POSITIVE_INFINITY;
  /** The rate at which the last clear answer came through. */
  private provenRate = 0;
  private objection: 'asked' | 'unclear' = 'asked';
  /** Objections since the last clear answer. */
  private objectionsInARow = 0;
  /** Whether the service took several sends at once before it objected, as it does again after each pause. */
  private takesBursts = false;
  private lastSendAt = Number.NEGATIVE_INFINITY;
  private lastAnswerAt = Number.NEGATIVE_INFINITY;
  private epochBegan = 0;
  private answersInEpoch = 0;
  /** A send notes this when it starts and passes it back with its outcome. */
  epoch = 0;

  /** `firstWindow`: how many may be in progress before anything was answered. */
  constructor(
    monotonic: () => number,
    random: () => number,
    serviceWait: Pick<ServiceWait, 'msLeft'>,
    firstWindow = 1,
  ) {
    this.monotonic = monotonic;
    this.random = random;
    this.serviceWait = serviceWait;
    this.firstWindow = firstWindow;
  }

  /** How many more sends may start now. */
  freeSlots(concurrency: number, underWay: number): number {
    if (this.waitMs > 0) return 0;
    const first = this.epoch > 0 ? 1 : concurrency > CAREFUL_UP_TO ? concurrency : this.firstWindow;
    const window = first + Math.floor(this.answersInEpoch / ANSWERS_PER_SLOT);
    // After an objection, more may still be in progress from before it.
    const free = Math.max(0, Math.min(concurrency, window) - underWay);
    return Number.isFinite(this.rate) ? Math.min(1, free) : free;
  }

  /** A send starts; gives its epoch. */
  started(): number {
    this.lastSendAt = this.monotonic();
    return this.epoch;
  }

  /** A started send is written now: the pace counts from here, as connecting and the disk take now longer, now shorter. */
  written(): void {
    this.lastSendAt = this.monotonic();
  }

  /** ms until anything may start. */
  get waitMs(): number {
    const paced = Number.isFinite(this.rate) ? this.lastSendAt + 1000 / this.rate : 0;
    return Math.max(this.wait?.ms ?? 0, this.msUntil(paced));
  }

  /** Whether what has started may be sent: nothing was objected to since. */
  get isOpen(): boolean {
    return this.wait === null;
  }

  /** What anything that may start waits for, apart from its turn, and for how long, ms; null if for nothing. */
  get wait(): { readonly why: SendWait['why']; readonly ms: number } | null {
    const waits = [
      { why: 'service_asked', ms: this.serviceWait.msLeft },
      { why: 'not_stored', ms: this.msUntil(this.troubleUntil) },
      { why: 'unclear_answer', ms: this.msUntil(this.pauseUntil) },
    ] as const;
    const longest = waits.reduce((one, other) => (other.ms > one.ms ? other : one));
    return longest.ms > 0 ? longest : null;
  }

  /** Whether one is sent alone first, because the last outcome was unclear. */
  get triesOneAlone(): boolean {
    return this.objectionsInARow > 0 && this.objection === 'unclear';
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
  }

  /** The app itself failed (the disk, for example): starts nothing for a while. */
  holdBack(): void {
    this.troubleUntil = this.monotonic() + TROUBLE_PAUSE_MS;
  }

  private speedUp(epoch: number): void {
    const now = this.monotonic();
    this.provenRate = Math.min(this.rate, 1000 / Math.max(1, now - this.lastAnswerAt));
    this.lastAnswerAt = now;
    if (epoch !== this.epoch) return;
    this.objectionsInARow = 0;
    this.answersInEpoch += 1;
    if (Number.isFinite(this.threshold)) {
      const periods = this.answersInEpoch / PROBING_ANSWERS;
      this.rate = this.threshold * (BELOW_THRESHOLD + (1 - BELOW_THRESHOLD) * periods ** 3);
    } else this.rate *= SLOW_START_FACTOR;
    if (this.rate > UNLIMITED_FROM) {
      this.rate = Number.POSITIVE_INFINITY;
      this.threshold = Number.POSITIVE_INFINITY;
    }
  }

  private slowDown(objection: 'asked' | 'unclear'): void {
    const now = this.monotonic();
    if (!Number.isFinite(this.rate)) {
      this.takesBursts = this.answersInEpoch > 2;
      this.rate = START_RATE;
    } else if (this.answersInEpoch > 0) this.decrease(now);
    // Else even the one alone was objected to: that says nothing about the rate.
    this.objection = objection;
    this.objectionsInARow += 1;
    this.epoch += 1;
    this.epochBegan = now;
    this.answersInEpoch = 0;
    if (objection === 'unclear') {
      const pause =
        UNCLEAR_PAUSE_MS * (1 + 0.08 * this.random()) * 2 ** Math.min(30, this.objectionsInARow - 1);
      this.pauseUntil = now + Math.min(LONGEST_BACKOFF_MS, pause);
    }
  }

  /** Goes down to the rate at which the service probably keeps up, after an objection at `rate`. */
  private decrease(now: number): void {
    const isSlowStart = !Number.isFinite(this.threshold);
    // Nothing came through at this rate, only the one alone: slow start begins anew.
    if (isSlowStart && this.answersInEpoch === 1) {
      this.rate = Math.max(this.rate / 2, this.provenRate);
      return;
    }
    const wasThoughtSafe = isSlowStart ? this.takesBursts : this.rate <= this.threshold;
    // Where a burst was used up at both ends of the epoch, what was answered in between is the service's rate, or less.
    const answered = this.answersInEpoch / Math.max(1, (now - this.epochBegan) / 1000);
    const between = Math.min(this.rate, RATE_SHARE * this.rate + (1 - RATE_SHARE) * answered);
    this.threshold = Math.max(DECREASE * this.rate, wasThoughtSafe ? between : this.provenRate);
    this.rate = BELOW_THRESHOLD * this.threshold;
  }

  /** Whole ms: the monotonic clock has fractions, which could not be stored. */
  private msUntil(moment: number): number {
    return Math.max(0, Math.ceil(moment - this.monotonic()));
  }
}
