/** Where it is kept over a restart that connections to a service must not be used again, by the service's address. */
export interface ConnectionReuseStore {
  /** When that was learned last, UTC ms; undefined when it never was. */
  get(origin: string): Promise<number | undefined>;
  /** Resolves when it is on the disk. */
  keep(origin: string, learnedAt: number): Promise<void>;
}

/** How long it is remembered that a service closes connections unannounced, ms. */
export const REMEMBERED_MS = 60 * 60 * 1000;

/** When an idle connection is looked at, ms after its answer: if it stands, others may be used again within half of that. */
export const STANDS_AFTER_MS = [100, 1000] as const;

/**
 * Whether connections to one service may be used again. A create that is written into a connection which the service is
 * closing is unclear, so that is tried with idle ones first, and never after the service has closed one unannounced.
 */
export class ConnectionReuse {
  private readonly origin: string;
  private readonly store: ConnectionReuseStore;
  private readonly onTrouble: (error: unknown) => void;
  private readonly now: () => number;
  private readonly monotonic: () => number;
  /** How long idle connections were seen to stand, ms. */
  private stoodMs = 0;
  /** Until when none is used again, ms on the monotonic clock. */
  private notBefore = 0;
  private known: Promise<void> | undefined;

  constructor(options: {
    readonly origin: string;
    readonly store: ConnectionReuseStore;
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

  /** Resolves when what an earlier run has learned is known. */
  ready(): Promise<void> {
    this.known ??= this.takeUp();
    return this.known;
  }

  /** How long a connection may be idle and be used again, ms; 0: none may. */
  get idleMs(): number {
    return this.isRefused ? 0 : this.stoodMs / 2;
  }

  /** Whether it is worth looking how long an idle one stands. */
  get isOpenQuestion(): boolean {
    return !this.isRefused && this.stoodMs < Math.max(...STANDS_AFTER_MS);
  }

  /** An idle connection stands so long after its answer, ms. */
  stood(ms: number): void {
    this.stoodMs = Math.max(this.stoodMs, ms);
  }

  /** The service has closed a connection unannounced, or has sent on it what nobody asked for. */
  closedUnannounced(): void {
    this.refuse(REMEMBERED_MS);
    this.store.keep(this.origin, this.now()).catch(this.onTrouble);
  }

  private get isRefused(): boolean {
    return this.monotonic() < this.notBefore;
  }

  private refuse(ms: number): void {
    this.stoodMs = 0;
    this.notBefore = this.monotonic() + ms;
  }

  private async takeUp(): Promise<void> {
    try {
      const learnedAt = await this.store.get(this.origin);
      if (learnedAt === undefined) return;
      // By a clock that was put back, it was learned just now.
      const left = REMEMBERED_MS - Math.max(0, this.now() - learnedAt);
      if (left > 0) this.refuse(left);
    } catch (error) {
      this.onTrouble(error);
    }
  }
}

/** The shortest time by which a connection is left before the service says that it closes it, ms. */
const MARGIN_MS = 1000;

/** How long a service says that it keeps an idle connection (`Keep-Alive: timeout=5`), with a margin, ms. */
export function announcedMs(keepAlive: string | undefined): number {
  const seconds = /(?:^|[\s,;])timeout\s*=\s*"?(\d+)/i.exec(keepAlive ?? '')?.[1];
  if (seconds === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(0, Number(seconds) * 1000 - MARGIN_MS);
}
