/** How far the clock may get ahead of the elapsed time before it counts as set, ms: systems keep correcting theirs. */
const TOLERANCE_MS = 60_000;

/** Detects that the clock was set forward: it then advanced by more than the time since boot, sleep included. */
export class ClockJumpDetector {
  private readonly now: () => number;
  private readonly sinceBoot: () => number;
  private ahead: number;

  /** `now`: UTC ms; `sinceBoot`: ms since the computer started, sleep included, on a clock that nobody sets. */
  constructor(now: () => number, sinceBoot: () => number) {
    this.now = now;
    this.sinceBoot = sinceBoot;
    this.ahead = now() - sinceBoot();
  }

  /** Calls `handle` with how far the clock was set forward, ms. A jump counts as handled only once `handle` succeeds. */
  async check(handle: (byMs: number) => Promise<void>): Promise<void> {
    const ahead = this.now() - this.sinceBoot();
    const byMs = ahead - this.ahead;
    if (byMs > TOLERANCE_MS) await handle(byMs);
    this.ahead = ahead;
  }
}
