/**
 * A debounce: calls `onIdle` once `restart` was not called for a while (ms). Calls within that time share one timer, because
 * scrolling calls `restart` on every frame, and replacing the timer each time would cost more than the work itself.
 */
export class IdleTimer {
  private readonly ms: number;
  private readonly onIdle: () => void;
  private restartedAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, onIdle: () => void) {
    this.ms = ms;
    this.onIdle = onIdle;
  }

  restart(): void {
    this.restartedAt = performance.now();
    this.timer ??= setTimeout(this.check, this.ms);
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private readonly check = (): void => {
    const left = this.restartedAt + this.ms - performance.now();
    // Timers may fire up to a millisecond early.
    if (left > 1) {
      this.timer = setTimeout(this.check, left);
      return;
    }
    this.timer = undefined;
    this.onIdle();
  };
}
