/** Keeps submissions from being sent for a while, for as many reasons at once as there are. */
export class SendingLock {
  private readonly reasons = new Set<symbol>();
  private readonly onRelease: () => void;

  /** `onRelease` is called when the last reason is gone. */
  constructor(onRelease: () => void) {
    this.onRelease = onRelease;
  }

  get active(): boolean {
    return this.reasons.size > 0;
  }

  /** Adds a reason; returns the function that takes it back, once. */
  hold(): () => void {
    const reason = Symbol('hold');
    this.reasons.add(reason);
    return () => {
      if (this.reasons.delete(reason) && this.reasons.size === 0) this.onRelease();
    };
  }
}
