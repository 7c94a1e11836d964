/** The window sends a file in chunks: this long after one, ms, the next may still follow. */
const CHUNK_TIMEOUT_MS = 10_000;

/** Knows whether rows of a file are being queued, so that no update restarts the app in the middle. */
export class ImportActivity {
  private readonly now: () => number;
  private running = 0;
  private idleFrom = 0;
  private importId: string | undefined;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** True from the start of a chunk until {@link finished}, or until no further chunk has come for a while. */
  get active(): boolean {
    return this.running > 0 || this.now() < this.idleFrom;
  }

  async during<T>(importId: string, queueChunk: () => Promise<T>): Promise<T> {
    this.running += 1;
    this.importId = importId;
    try {
      return await queueChunk();
    } finally {
      this.running -= 1;
      this.idleFrom = this.now() + CHUNK_TIMEOUT_MS;
    }
  }

  /** The window has sent the last chunk of an import. */
  finished(importId: string): void {
    if (importId === this.importId) this.idleFrom = 0;
  }
}
