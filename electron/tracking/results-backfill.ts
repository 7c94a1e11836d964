import type { ResultsBackfillStore } from './ports.ts';

export interface ResultsBackfillOptions {
  readonly workspaceId: string;
  readonly store: ResultsBackfillStore;
  /** More is known of the results than before. */
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** How often it is told how far the reading is, ms. */
const TELL_EVERY_MS = 1000;

/**
 * Reads the stored results of a workspace again after a field was pinned or described: a few at a time, so that whatever else
 * is asked of the storage has its turn in between.
 */
export class ResultsBackfill {
  private readonly options: ResultsBackfillOptions;
  private reading: Promise<void> | undefined;
  private asked = false;
  private stopped = false;

  constructor(options: ResultsBackfillOptions) {
    this.options = options;
  }

  /** There may be results to be read. */
  wake(): void {
    this.asked = true;
    this.reading ??= this.read().catch(this.options.onTrouble);
  }

  /** Begins no further step, and waits for the one under way; the rest is read when the workspace is opened again. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.reading;
  }

  private async read(): Promise<void> {
    const { workspaceId, store, onChange } = this.options;
    try {
      let told = performance.now();
      let untold = false;
      while (this.asked && !this.stopped) {
        this.asked = false;
        while (!this.stopped && (await store.readSome(workspaceId))) {
          untold = true;
          if (performance.now() - told < TELL_EVERY_MS) continue;
          told = performance.now();
          untold = false;
          onChange();
        }
      }
      if (untold) onChange();
    } finally {
      this.reading = undefined;
    }
  }
}
