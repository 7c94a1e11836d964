import type { CreateOutcome } from '../service/create-interview-request.ts';
import { createOutcomes } from '../service/create-outcomes.ts';
import { backoffMs } from '../timing/backoff.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** After a failure of the app itself (the disk, for example), the next attempt waits this long, ms. */
export const TROUBLE_PAUSE_MS = 2000;

/**
 * How many submissions may be in progress, and when the next may start: concurrency, circuit breaker, and the service's
 * Retry-After. For one run, on the monotonic clock, so that setting the clock moves no wait.
 */
export class SendThrottle {
  private readonly breaker: CircuitBreaker;
  private readonly monotonic: () => number;
  private readonly random: () => number;
  private waitUntil = 0;
  private slowDowns = 0;

  constructor(monotonic: () => number, random: () => number) {
    this.monotonic = monotonic;
    this.random = random;
    this.breaker = new CircuitBreaker(random);
  }

  /** A send notes this when it starts and passes it back with its outcome. */
  get epoch(): number {
    return this.breaker.epoch;
  }

  /** How many more sends may start now. */
  freeSlots(concurrency: number, underWay: number): number {
    if (this.monotonic() < this.waitUntil) return 0;
    // More may be in progress than a circuit that has since opened allows.
    return Math.max(0, this.breaker.allowed(concurrency, this.monotonic()) - underWay);
  }

  /** ms until anything may start. */
  get waitMs(): number {
    return this.msUntil(Math.max(this.waitUntil, this.breaker.waitsUntil));
  }

  /** Takes in what the outcome of a send started in `epoch` says about the service as a whole. */
  learn(outcome: CreateOutcome, epoch: number): void {
    const { certainty, action } = createOutcomes[outcome.name];
    if (certainty === 'unclear') this.breaker.unclear(epoch, this.monotonic());
    if (certainty === 'accepted' || certainty === 'refused') this.breaker.clear(epoch);
    if (action !== 'wait') {
      this.slowDowns = 0;
      return;
    }
    this.slowDowns += 1;
    // Never before Retry-After; if it is missing or zero, our own growing delay.
    this.holdBack(outcome.retryAfterMs || backoffMs(this.slowDowns + 2, this.random));
  }

  /** ms of waiting left that the service asked for, or that a failure of the app itself caused. */
  get askedWaitMs(): number {
    return this.msUntil(this.waitUntil);
  }

  /** The service accepts submissions although it had asked to wait: the wait is over. */
  endWait(): void {
    this.waitUntil = 0;
    this.slowDowns = 0;
  }

  /** Starts nothing for this long, ms. */
  holdBack(ms: number): void {
    this.waitUntil = Math.max(this.waitUntil, this.monotonic() + ms);
  }

  /** How long to wait after an outcome before the submission is retried, ms. */
  retryDelayMs(outcome: CreateOutcome, attempts: number): number {
    const { action } = createOutcomes[outcome.name];
    if (action === 'wait') return this.msUntil(this.waitUntil);
    return action === 'retry' ? backoffMs(attempts - 1, this.random) : 0;
  }

  /** Whole ms: the monotonic clock has fractions, which could not be stored. */
  private msUntil(moment: number): number {
    return Math.max(0, Math.ceil(moment - this.monotonic()));
  }
}
