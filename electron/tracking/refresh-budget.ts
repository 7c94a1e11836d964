/** How much unused budget accumulates by default, as ms of its rate. */
export const BURST_MS = 10_000;

/** How many status reads may go out: a token bucket with `perMinute` tokens a minute and room for those of `burstMs`. */
export class RefreshBudget {
  private readonly perMinute: () => number;
  private readonly burstMs: () => number;
  private tokens: number;
  private refilledAt: number;

  constructor(perMinute: () => number, now: number, burstMs: () => number = () => BURST_MS) {
    this.perMinute = perMinute;
    this.burstMs = burstMs;
    this.tokens = this.capacity();
    this.refilledAt = now;
  }

  /** Takes up to `wanted` reads; returns how many may go out now. */
  take(wanted: number, now: number): number {
    this.refill(now);
    const taken = Math.min(wanted, Math.floor(this.tokens));
    this.tokens -= taken;
    return taken;
  }

  /** ms until a read may go out. */
  waitMs(now: number): number {
    this.refill(now);
    return this.tokens >= 1 ? 0 : Math.ceil(((1 - this.tokens) * 60_000) / this.perMinute());
  }

  private refill(now: number): void {
    // A clock that was set back adds no tokens.
    const elapsed = Math.max(0, now - this.refilledAt);
    this.tokens = Math.min(this.capacity(), this.tokens + (elapsed * this.perMinute()) / 60_000);
    this.refilledAt = now;
  }

  private capacity(): number {
    return Math.max(1, (this.perMinute() * this.burstMs()) / 60_000);
  }
}
