/** A fixed-window rate limit that counts what it drops. */
export class RateLimit {
  private readonly limit: number;
  private readonly windowMs: number;
  private readonly now: () => number;
  private windowStart = Number.NEGATIVE_INFINITY;
  private used = 0;
  private dropped = 0;

  /** `now`: monotonic, ms. */
  constructor(limit: number, windowMs: number, now: () => number = () => performance.now()) {
    this.limit = limit;
    this.windowMs = windowMs;
    this.now = now;
  }

  /** `dropped`: how many were refused since the last one that was allowed. */
  tryAcquire(): { readonly allowed: boolean; readonly dropped: number } {
    const now = this.now();
    if (now - this.windowStart >= this.windowMs) {
      this.windowStart = now;
      this.used = 0;
    }
    if (this.used >= this.limit) {
      this.dropped += 1;
      return { allowed: false, dropped: 0 };
    }
    this.used += 1;
    const { dropped } = this;
    this.dropped = 0;
    return { allowed: true, dropped };
  }
}
