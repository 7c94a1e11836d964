import type { CreateOutcome } from '../service/create-interview-request.ts';
import { createOutcomes } from '../service/create-outcomes.ts';
import { backoffMs } from '../timing/backoff.ts';
import { CircuitBreaker } from './circuit-breaker.ts';

/** After a failure of the app's own (a disk that refuses, say) nothing is tried for this long, ms. */
export const TROUBLE_PAUSE_MS = 2000;

/**
 * How many submissions may be on their way, and when the next may begin: the bound of concurrency, the circuit, and
 * the waits that the service asks for. Within one run, on the monotonic clock: a clock that somebody sets moves no wait.
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

  /** To be kept by a send from its beginning, and given back with its outcome. */
  get epoch(): number {
    return this.breaker.epoch;
  }

  /** How many more may begin now. */
  freeSlots(concurrency: number, underWay: number): number {
    if (this.monotonic() < this.waitUntil) return 0;
    // More may be under way than a circuit that opened meanwhile allows.
    return Math.max(0, this.breaker.allowed(concurrency, this.monotonic()) - underWay);
  }

  /** ms until anything may begin at all. */
  get waitMs(): number {
    return this.msUntil(Math.max(this.waitUntil, this.breaker.waitsUntil));
  }

  /** What the outcome of a send begun in `epoch` says about the service as a whole. */
  learn(outcome: CreateOutcome, epoch: number): void {
    const { certainty, action } = createOutcomes[outcome.name];
    if (certainty === 'unclear') this.breaker.unclear(epoch, this.monotonic());
    if (certainty === 'accepted' || certainty === 'refused') this.breaker.clear(epoch);
    if (action !== 'wait') {
      this.slowDowns = 0;
      return;
    }
    this.slowDowns += 1;
    // Never before Retry-After; where it is missing or zero, a growing delay of our own.
    this.holdBack(outcome.retryAfterMs || backoffMs(this.slowDowns + 2, this.random));
  }

  /** ms that the service asked the queue to wait for, or a failure of the app's own makes it. */
  get askedWaitMs(): number {
    return this.msUntil(this.waitUntil);
  }

  /** The service takes submissions, though it has asked to wait: nobody waits any longer. */
  endWait(): void {
    this.waitUntil = 0;
    this.slowDowns = 0;
  }

  /** Nothing begins for so long, ms. */
  holdBack(ms: number): void {
    this.waitUntil = Math.max(this.waitUntil, this.monotonic() + ms);
  }

  /** How long a submission waits after an outcome before it may be tried again, ms. */
  retryDelayMs(outcome: CreateOutcome, attempts: number): number {
    const { action } = createOutcomes[outcome.name];
    if (action === 'wait') return this.msUntil(this.waitUntil);
    return action === 'retry' ? backoffMs(attempts - 1, this.random) : 0;
  }

  /** Whole ms: the monotonic clock has fractions, and a time with a fraction could not be stored. */
  private msUntil(moment: number): number {
    return Math.max(0, Math.ceil(moment - this.monotonic()));
  }
}
