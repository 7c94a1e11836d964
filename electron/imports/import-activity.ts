/** The interface brings a file chunk by chunk: so long after one, ms, the next may still be on its way. */
const BETWEEN_CHUNKS_MS = 10_000;

/** Tells whether rows of a file are being put into the queue, so that nobody restarts the program in the middle. */
export class ImportActivity {
  private readonly now: () => number;
  private running = 0;
  private quietFrom = 0;
  private importId: string | undefined;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** From a chunk's beginning until {@link finished}, or until no further chunk has come for a while. */
  get active(): boolean {
    return this.running > 0 || this.now() < this.quietFrom;
  }

  /** Queues a chunk of an import. */
  async during<T>(importId: string, queueChunk: () => Promise<T>): Promise<T> {
    this.running += 1;
    this.importId = importId;
    try {
      return await queueChunk();
    } finally {
      this.running -= 1;
      this.quietFrom = this.now() + BETWEEN_CHUNKS_MS;
    }
  }

  /** The interface has brought the last chunk of an import. */
  finished(importId: string): void {
    if (importId === this.importId) this.quietFrom = 0;
  }
}
