import { backoffMs } from '../timing/backoff.ts';

/**
 * Keeps one bad minute of the service from making a thousand submissions unclear: after an unclear outcome nothing is
 * sent for a while, then one submission alone; only a clear answer to that one closes the circuit again.
 */
export class CircuitBreaker {
  private unclearInARow = 0;
  private openUntil = 0;
  private readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  /** A send notes this when it starts: only sends started since the last unclear outcome can close the circuit. */
  get epoch(): number {
    return this.unclearInARow;
  }

  /** How many sends may be in progress at `now` where `concurrency` is the usual limit. */
  allowed(concurrency: number, now: number): number {
    if (this.unclearInARow === 0) return concurrency;
    return now >= this.openUntil ? 1 : 0;
  }

  /** When sending may resume, on the clock of `now`; 0 if it may now. */
  get waitsUntil(): number {
    return this.unclearInARow === 0 ? 0 : this.openUntil;
  }

  /** A send started in `epoch` got a clear answer. */
  clear(epoch: number): void {
    if (epoch !== this.unclearInARow) return;
    this.unclearInARow = 0;
    this.openUntil = 0;
  }

  /** A send started in `epoch` ended unclear. Concurrent ones count once: one hiccup must not count as several. */
  unclear(epoch: number, now: number): void {
    if (epoch !== this.unclearInARow) return;
    this.unclearInARow += 1;
    // At least a second, so that the probe is not part of the same hiccup.
    this.openUntil = now + 1000 + backoffMs(this.unclearInARow, this.random);
  }
}
