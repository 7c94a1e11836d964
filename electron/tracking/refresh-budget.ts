/** How many status reads may go out: `perMinute` a minute, saved up for at most ten seconds' worth (token bucket). */
export class RefreshBudget {
  private readonly perMinute: () => number;
  private saved: number;
  private filledAt: number;

  constructor(perMinute: () => number, now: number) {
    this.perMinute = perMinute;
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

  /**
   * ms until a read may go out; once the budget is used up, until so many may go together, or all that can be saved up.
   */
  waitMs(now: number, together = 1): number {
    this.fill(now);
    if (this.saved >= 1) return 0;
    const wanted = Math.min(together, Math.floor(this.mostSaved()));
    return Math.ceil(((wanted - this.saved) * 60_000) / this.perMinute());
  }

  private fill(now: number): void {
    // A clock that was put back fills nothing.
    const elapsed = Math.max(0, now - this.filledAt);
    this.saved = Math.min(this.mostSaved(), this.saved + (elapsed * this.perMinute()) / 60_000);
    this.filledAt = now;
  }

  private mostSaved(): number {
    return Math.max(1, this.perMinute() / 6);
  }
}
