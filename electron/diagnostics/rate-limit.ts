/** Lets so many through in so much time, and counts the others. */
export class RateLimit {
  private readonly most: number;
  private readonly everyMs: number;
  private readonly now: () => number;
  private since = Number.NEGATIVE_INFINITY;
  private passed = 0;
  private leftOut = 0;

  /** `now`: monotonic, ms. */
  constructor(most: number, everyMs: number, now: () => number = () => performance.now()) {
    this.most = most;
    this.everyMs = everyMs;
    this.now = now;
  }

  /** Whether one more may pass; `leftOut` is how many were kept back since the last that did. */
  take(): { readonly passes: boolean; readonly leftOut: number } {
    const now = this.now();
    if (now - this.since >= this.everyMs) {
      this.since = now;
      this.passed = 0;
    }
    if (this.passed >= this.most) {
      this.leftOut += 1;
      return { passes: false, leftOut: 0 };
    }
    this.passed += 1;
    const { leftOut } = this;
    this.leftOut = 0;
    return { passes: true, leftOut };
  }
}
