import { backoffMs } from '../timing/backoff.ts';

/**
 * Keeps a bad minute of the service from making a thousand submissions unclear: after an unclear outcome nothing
 * goes out for a while, then one alone; only a clear answer to that one opens the way for all.
 */
export class CircuitBreaker {
  private unclearInARow = 0;
  private openUntil = 0;
  private readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  /** To be kept by a send from its beginning: only sends begun since the last unclear end can close the circuit. */
  get epoch(): number {
    return this.unclearInARow;
  }

  /** How many may be under way at `now` when `concurrency` is the usual bound. */
  allowed(concurrency: number, now: number): number {
    if (this.unclearInARow === 0) return concurrency;
    return now >= this.openUntil ? 1 : 0;
  }

  /** When sending may go on, on the clock of `now`; 0 when it may now. */
  get waitsUntil(): number {
    return this.unclearInARow === 0 ? 0 : this.openUntil;
  }

  /** A send begun in `epoch` got a clear answer. */
  clear(epoch: number): void {
    if (epoch !== this.unclearInARow) return;
    this.unclearInARow = 0;
    this.openUntil = 0;
  }

  /** A send begun in `epoch` ended unclear. Those under way together count once, or one hiccup would count as many. */
  unclear(epoch: number, now: number): void {
    if (epoch !== this.unclearInARow) return;
    this.unclearInARow += 1;
    // Not less than a second, so that the probe is not part of the same hiccup.
    this.openUntil = now + 1000 + backoffMs(this.unclearInARow, this.random);
  }
}
