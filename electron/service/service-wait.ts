import { DAY_MS } from '../../shared/durations.ts';
import type { Stores } from '../storage/stores/index.ts';
import { LONGEST_BACKOFF_MS } from './timing.ts';

/**
 * What a wait keeps back. A service that refuses a send with a Retry-After keeps back all sends of the workspace, one that
 * refuses a read all reads, and neither the other: which calls a 429 counts together is up to the service (RFC 6585 §4), ours
 * says nothing of it (docs/service.md, Limits), and a 503 may come from what is behind one call alone. So nobody stays
 * uncalled because statuses were read too often, and the requests on screen stay fresh if a create is refused for a day; at
 * worst the other lane is told so once itself.
 */
export type WaitLane = 'sends' | 'reads';

/** The wait if the service asks for one, but not for how long, ms; random up to twice that, and doubling. */
const FIRST_PAUSE_MS: Readonly<Record<WaitLane, number>> = { sends: 500, reads: 4000 };

/** The longest wait for a service, whatever its Retry-After says. */
export const LONGEST_RETRY_AFTER_MS = DAY_MS;

/** A wait as stored, UTC ms. */
export interface StoredWait {
  readonly askedAt: number;
  readonly until: number;
}

interface ServiceWaitOptions {
  readonly workspaceId: string;
  readonly waits: Stores['serviceWaits'];
  /** UTC ms. */
  readonly now: () => number;
  /** ms on a clock that nobody sets. */
  readonly monotonic: () => number;
  /** Gives [0, 1). */
  readonly random: () => number;
}

/**
 * Until when a workspace's service asked to wait (429 or 503, RFC 9110 §10.2.3), for one lane. Within a run it is measured on
 * the monotonic clock, so that setting the clock moves it nowhere; it is stored in UTC for the next run.
 */
export class ServiceWait {
  private readonly lane: WaitLane;
  private readonly options: ServiceWaitOptions;
  /** On the monotonic clock. */
  private until = 0;
  /** Waits one after the other with nothing accepted in between. */
  private inARow = 0;
  private unsaved = false;
  private restored: Promise<void> | undefined;
  private isRestored = false;
  /** How often it was asked. A request notes this when it begins and passes it back to `accepted`. */
  asks = 0;

  constructor(lane: WaitLane, options: ServiceWaitOptions) {
    this.lane = lane;
    this.options = options;
  }

  /** What is left of it, whole ms, as the monotonic clock has fractions; 0 if there is none. */
  get msLeft(): number {
    return Math.max(0, Math.ceil(this.until - this.options.monotonic()));
  }

  /** When it ends, UTC ms; undefined if there is none. */
  get endsAt(): number | undefined {
    const { msLeft } = this;
    return msLeft > 0 ? this.options.now() + msLeft : undefined;
  }

  /** The service asked to wait: never for less than its Retry-After (ms); if that is missing or zero, for a growing pause. */
  asked(retryAfterMs: number | undefined): void {
    const { monotonic, random } = this.options;
    // What was in flight together meets the same wait.
    if (this.msLeft === 0) this.inARow += 1;
    const pause =
      FIRST_PAUSE_MS[this.lane] * (1 + random()) * 2 ** Math.min(30, Math.max(0, this.inARow - 1));
    const ms = retryAfterMs || Math.min(LONGEST_BACKOFF_MS, pause);
    this.until = Math.max(this.until, monotonic() + ms);
    this.asks += 1;
    this.unsaved = true;
  }

  /**
   * The service accepted a request that began at `asks`. If that is since it last asked, it went out after the wait, or a
   * person wanted it despite the wait: either way the wait is over.
   */
  accepted(asks: number): void {
    if (asks !== this.asks) return;
    this.inARow = 0;
    if (this.msLeft === 0) return;
    this.until = 0;
    this.unsaved = true;
  }

  /** Stores it if it has changed, so that it holds after a restart too. Rejects if the disk refuses; then call it again. */
  async save(): Promise<void> {
    if (!this.unsaved) return;
    // It may be shorter than an earlier run's.
    if (!this.isRestored) await this.restore();
    await this.keep();
  }

  /** Takes up the rest of an earlier run's wait. Runs once; retried if the store fails. */
  restore(): Promise<void> {
    this.restored ??= this.readStored().catch((error: unknown) => {
      this.restored = undefined;
      throw error;
    });
    return this.restored;
  }

  private async readStored(): Promise<void> {
    const { waits, workspaceId, now, monotonic } = this.options;
    const stored = await waits.get(workspaceId, this.lane);
    this.isRestored = true;
    if (!stored) return;
    this.until = Math.max(this.until, monotonic() + remainingMs(stored, now()));
    // The clock was set back: without this, the full wait would start over at every launch until the clock catches up.
    if (now() < stored.askedAt) await this.keep();
  }

  private async keep(): Promise<void> {
    const { waits, workspaceId, now } = this.options;
    this.unsaved = false;
    const askedAt = now();
    try {
      await waits.keep(workspaceId, this.lane, { askedAt, until: askedAt + this.msLeft });
    } catch (error) {
      this.unsaved = true;
      throw error;
    }
  }
}

/** How much of a wait is left, ms: all of it if the clock was set back, and never more than a service may ask for. */
function remainingMs({ askedAt, until }: StoredWait, now: number): number {
  const all = Math.min(until - askedAt, LONGEST_RETRY_AFTER_MS);
  return now < askedAt ? all : Math.min(all, Math.max(0, until - now));
}

/**
 * A Retry-After header, seconds or an HTTP date (RFC 9110 §10.2.3), as ms from `now`. Undefined if absent or junk; 0 for a
 * moment in the past; at most a day.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const value = header.trim();
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : httpDate(value) - now;
  if (Number.isNaN(ms)) return undefined;
  return Math.min(Math.max(0, ms), LONGEST_RETRY_AFTER_MS);
}

function httpDate(value: string): number {
  // All three forms of RFC 9110 §5.6.7 begin with a weekday; Date.parse alone would accept far more.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(value)) return Number.NaN;
  // The form without a zone (asctime) is in UTC too; Date.parse alone would take this computer's zone.
  return Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
}
