/** What is saved up for as a rule, ms. */
export const SAVED_UP_MS = 10_000;

/** How many status reads may go out: `perMinute` a minute, saved up for at most so long (token bucket). */
export class RefreshBudget {
  private readonly perMinute: () => number;
  /** ms, from moment to moment. */
  private readonly savedUpMs: () => number;
  private saved: number;
  private filledAt: number;

  constructor(perMinute: () => number, now: number, savedUpMs: () => number = () => SAVED_UP_MS) {
    this.perMinute = perMinute;
    this.savedUpMs = savedUpMs;
    this.saved = this.mostSaved();
    this.filledAt = now;
  }

  /** Takes up to `wanted` reads; answers how many may go out now. */
  take(wanted: number, now: number): number {
    this.fill(now);
    const taken = Math.min(wanted, Math.floor(this.saved));
    this.saved -= taken;
    return taken;
  }

  /** ms until a read may go out. */
  waitMs(now: number): number {
    this.fill(now);
    return this.saved >= 1 ? 0 : Math.ceil(((1 - this.saved) * 60_000) / this.perMinute());
  }

  private fill(now: number): void {
    // A clock that was put back fills nothing.
    const elapsed = Math.max(0, now - this.filledAt);
    this.saved = Math.min(this.mostSaved(), this.saved + (elapsed * this.perMinute()) / 60_000);
    this.filledAt = now;
  }

  private mostSaved(): number {
    return Math.max(1, (this.perMinute() * this.savedUpMs()) / 60_000);
  }
}
