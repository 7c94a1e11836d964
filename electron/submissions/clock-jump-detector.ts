/** The clock may be this much ahead of the time that has passed before it counts as set, ms: it is corrected all the time. */
const TOLERANCE_MS = 60_000;

/** Tells when the computer's clock was set forward: asleep or awake, more cannot have passed than since it was started. */
export class ClockJumpDetector {
  private readonly now: () => number;
  private readonly sinceBoot: () => number;
  private ahead: number;

  /** `now`: UTC ms; `sinceBoot`: ms since the computer was started, sleep included, on a clock that nobody sets. */
  constructor(now: () => number, sinceBoot: () => number) {
    this.now = now;
    this.sinceBoot = sinceBoot;
    this.ahead = now() - sinceBoot();
  }

  /** By how much the clock was set forward since this was asked last, ms, once `handle` has done with it. */
  async check(handle: (byMs: number) => Promise<void>): Promise<void> {
    const ahead = this.now() - this.sinceBoot();
    const byMs = ahead - this.ahead;
    if (byMs > TOLERANCE_MS) await handle(byMs);
    this.ahead = ahead;
  }
}
