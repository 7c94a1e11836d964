import { LONGEST_RETRY_AFTER_MS } from '../service/retry-after.ts';
import type { QueueWait, QueueWaitStore } from './ports.ts';
import type { SendThrottle } from './send-throttle.ts';

export interface PersistedRetryAfterOptions {
  readonly workspaceId: string;
  readonly waits: QueueWaitStore;
  readonly throttle: SendThrottle;
  /** UTC ms. */
  readonly now: () => number;
}

/** Carries a Retry-After for the whole queue over a restart; `SendThrottle` knows only the current run. */
export class PersistedRetryAfter {
  private readonly options: PersistedRetryAfterOptions;
  private restored: Promise<void> | undefined;

  constructor(options: PersistedRetryAfterOptions) {
    this.options = options;
  }

  /** Holds the queue back for the rest of an earlier run's wait. Runs once; retried if the store fails. */
  restore(): Promise<void> {
    this.restored ??= this.readStored().catch((error: unknown) => {
      this.restored = undefined;
      throw error;
    });
    return this.restored;
  }

  /** Stores that nothing is sent before `until` (UTC ms), not even after a restart. */
  async store(until: number): Promise<void> {
    const { waits, workspaceId, now } = this.options;
    await waits.keep(workspaceId, { askedAt: now(), until });
  }

  /** Stores that the wait is over. */
  async clear(): Promise<void> {
    await this.store(this.options.now());
  }

  private async readStored(): Promise<void> {
    const { waits, workspaceId, throttle, now } = this.options;
    const wait = await waits.get(workspaceId);
    if (!wait) return;
    const remaining = remainingMs(wait, now());
    throttle.waitAsAsked(remaining);
    // The clock was set back: without this, the full wait would start over at every launch until the clock catches up.
    if (now() < wait.askedAt) await this.store(now() + remaining);
  }
}

/** How much of a wait is left, ms: all of it if the clock was set back, and never more than a service may ask for. */
function remainingMs({ askedAt, until }: QueueWait, now: number): number {
  const all = Math.min(until - askedAt, LONGEST_RETRY_AFTER_MS);
  return now < askedAt ? all : Math.min(all, Math.max(0, until - now));
}
