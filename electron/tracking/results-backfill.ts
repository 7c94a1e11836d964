import type { Stores } from '../storage/stores/index.ts';

export interface ResultsBackfillOptions {
  readonly workspaceId: string;
  readonly store: Pick<Stores['pins'], 'readSome'>;
  /** More of the results is known than before. */
  readonly onChange: () => void;
  readonly onTrouble: (error: unknown) => void;
}

/** How often progress is reported, ms. */
const NOTIFY_EVERY_MS = 1000;

/** Reads stored results again after a field was pinned or described, in steps that let other storage calls in between. */
export class ResultsBackfill {
  private readonly options: ResultsBackfillOptions;
  private reading: Promise<void> | undefined;
  private requested = false;
  private stopped = false;

  constructor(options: ResultsBackfillOptions) {
    this.options = options;
  }

  /** Starts reading, if there is anything to read. */
  wake(): void {
    this.requested = true;
    this.reading ??= this.read().catch(this.options.onTrouble);
  }

  /** Starts no further step and waits for the one in progress; the rest is read when the workspace is next opened. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.reading;
  }

  private async read(): Promise<void> {
    const { workspaceId, store, onChange } = this.options;
    try {
      let notifiedAt = performance.now();
      let hasUnreported = false;
      while (this.requested && !this.stopped) {
        this.requested = false;
        while (!this.stopped && (await store.readSome(workspaceId))) {
          hasUnreported = true;
          if (performance.now() - notifiedAt < NOTIFY_EVERY_MS) continue;
          notifiedAt = performance.now();
          hasUnreported = false;
          onChange();
        }
      }
      if (hasUnreported) onChange();
    } finally {
      this.reading = undefined;
    }
  }
}
