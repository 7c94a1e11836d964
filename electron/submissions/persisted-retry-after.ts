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

/** Keeps the wait that a service asked the whole queue for over a restart: `SendThrottle` knows this run alone. */
export class PersistedRetryAfter {
  private readonly options: PersistedRetryAfterOptions;
  private taken: Promise<void> | undefined;

  constructor(options: PersistedRetryAfterOptions) {
    this.options = options;
  }

  /** Holds back for what is left of an earlier run's wait; done once, and tried again where the store fails. */
  takeUp(): Promise<void> {
    this.taken ??= this.restore().catch((error: unknown) => {
      this.taken = undefined;
      throw error;
    });
    return this.taken;
  }

  /** Nothing goes out before `until` (UTC ms), in a later run either. */
  async keep(until: number): Promise<void> {
    const { waits, workspaceId, now } = this.options;
    await waits.keep(workspaceId, { askedAt: now(), until });
  }

  /** Nothing is waited for any more. */
  async end(): Promise<void> {
    await this.keep(this.options.now());
  }

  private async restore(): Promise<void> {
    const { waits, workspaceId, throttle, now } = this.options;
    const wait = await waits.get(workspaceId);
    if (!wait) return;
    const rest = restOf(wait, now());
    throttle.holdBack(rest);
    // Begun anew by the new clock: else it would begin anew at every start until that clock has caught up.
    if (now() < wait.askedAt) await this.keep(now() + rest);
  }
}

/** What is left of a wait, ms: by a clock that was put back all of it, and never more than a service may ask for. */
export function restOf({ askedAt, until }: QueueWait, now: number): number {
  const all = Math.min(until - askedAt, LONGEST_RETRY_AFTER_MS);
  return now < askedAt ? all : Math.min(all, Math.max(0, until - now));
}
