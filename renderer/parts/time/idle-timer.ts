/**
 * Calls `onQuiet` once nothing was noted for so long, ms. One timer serves many notes: scrolling notes something with every
 * frame, and to start a timer anew each time costs more than the note.
 */
export class IdleTimer {
  private readonly ms: number;
  private readonly onQuiet: () => void;
  private noted = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ms: number, onQuiet: () => void) {
    this.ms = ms;
    this.onQuiet = onQuiet;
  }

  note(): void {
    this.noted = performance.now();
    this.timer ??= setTimeout(this.look, this.ms);
  }

  /** Forgets what was noted. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private readonly look = (): void => {
    const left = this.noted + this.ms - performance.now();
    // Timers are not more exact than this.
    if (left > 1) {
      this.timer = setTimeout(this.look, left);
      return;
    }
    this.timer = undefined;
    this.onQuiet();
  };
}
