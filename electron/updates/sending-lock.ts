/** Blocks sending while anyone holds it; several holders are possible. */
export class SendingLock {
  private readonly holders = new Set<symbol>();
  private readonly onRelease: () => void;

  /** `onRelease` is called when the last holder releases. */
  constructor(onRelease: () => void) {
    this.onRelease = onRelease;
  }

  get active(): boolean {
    return this.holders.size > 0;
  }

  /** Acquires the lock; returns an idempotent release function. */
  hold(): () => void {
    const holder = Symbol('hold');
    this.holders.add(holder);
    return () => {
      if (this.holders.delete(holder) && this.holders.size === 0) this.onRelease();
    };
  }
}
