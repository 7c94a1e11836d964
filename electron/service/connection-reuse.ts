import { HOUR_MS } from '../../shared/durations.ts';
import type { Stores } from '../storage/stores/index.ts';

/** How long we remember that a service closes connections unannounced, ms. */
const REMEMBERED_MS = HOUR_MS;

/**
 * When an idle connection is checked, ms after its answer: if it is still open, others may be reused within half that time.
 */
export const IDLE_CHECKS_MS = [100, 1000] as const;

/**
 * Whether connections to one service may be reused. A create written to a connection that the service is just closing is
 * unclear, so reuse is first tested on idle connections, and stops once the service has closed one unannounced.
 */
export class ConnectionReuse {
  private readonly origin: string;
  private readonly store: Stores['connectionReuse'];
  private readonly onTrouble: (error: unknown) => void;
  private readonly now: () => number;
  private readonly monotonic: () => number;
  /** How long idle connections have been seen to stay open, ms. */
  private survivedMs = 0;
  /** When reuse is allowed again, ms on the monotonic clock. */
  private notBefore = 0;
  private restored: Promise<void> | undefined;

  constructor(options: {
    readonly origin: string;
    readonly store: Stores['connectionReuse'];
    readonly onTrouble: (error: unknown) => void;
    /** UTC ms. */
    readonly now?: () => number;
    readonly monotonic?: () => number;
  }) {
    this.origin = options.origin;
    this.store = options.store;
    this.onTrouble = options.onTrouble;
    this.now = options.now ?? Date.now;
    this.monotonic = options.monotonic ?? (() => performance.now());
  }

  /** Resolves once the findings of an earlier run are loaded. */
  ready(): Promise<void> {
    this.restored ??= this.restore();
    return this.restored;
  }

  /** How long a connection may be idle and still be reused, ms; 0: not at all. */
  get idleMs(): number {
    return this.isRefused ? 0 : this.survivedMs / 2;
  }

  /** Whether it is still worth observing how long an idle connection stays open. */
  get needsObservation(): boolean {
    return !this.isRefused && this.survivedMs < Math.max(...IDLE_CHECKS_MS);
  }

  /** An idle connection was still open this long after its answer, ms. */
  survivedIdle(ms: number): void {
    this.survivedMs = Math.max(this.survivedMs, ms);
  }

  /** The service closed a connection unannounced, or sent bytes on it that nobody asked for. */
  closedUnannounced(): void {
    this.refuse(REMEMBERED_MS);
    this.store.keep(this.origin, this.now()).catch(this.onTrouble);
  }

  private get isRefused(): boolean {
    return this.monotonic() < this.notBefore;
  }

  private refuse(ms: number): void {
    this.survivedMs = 0;
    this.notBefore = this.monotonic() + ms;
  }

  private async restore(): Promise<void> {
    try {
      const learnedAt = await this.store.get(this.origin);
      if (learnedAt === undefined) return;
      // If the clock was set back, it counts as learned just now.
      const left = REMEMBERED_MS - Math.max(0, this.now() - learnedAt);
      if (left > 0) this.refuse(left);
    } catch (error) {
      this.onTrouble(error);
    }
  }
}

/** A connection is dropped at least this long before the service says it will close it, ms. */
const MARGIN_MS = 1000;

/** How long the service says it keeps an idle connection (`Keep-Alive: timeout=5`), less a margin, ms. */
export function announcedMs(keepAlive: string | undefined): number {
  const seconds = /(?:^|[\s,;])timeout\s*=\s*"?(\d+)/i.exec(keepAlive ?? '')?.[1];
  if (seconds === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, Number(seconds) * 1000 - MARGIN_MS);
}
