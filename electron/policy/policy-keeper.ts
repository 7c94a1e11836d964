import { isDeepStrictEqual } from 'node:util';
import type { PolicyState } from '../../shared/policy.ts';
import { FREE, judgePolicy, type Policy, unreadablePolicy } from './judge-policy.ts';
import type { FoundPolicy } from './policy-text.ts';
import type { PolicySource } from './ports.ts';

export interface PolicyKeeperOptions {
  /** The first one that holds anything counts, alone. */
  readonly sources: readonly PolicySource[];
  /** Monotonic, ms. */
  readonly monotonic?: () => number;
}

/** A window that comes to the front often does not have the policy read each time, ms. */
const FOCUS_PAUSE_MS = 60_000;

const REREAD_MS = 60 * 60 * 1000;

interface Holding {
  readonly policy: Policy;
  readonly place: string | null;
  readonly otherPlaces: readonly string[];
}

/** The policy as it was read last; read at start, every hour, and when the window comes to the front. */
export class PolicyKeeper {
  private readonly sources: readonly PolicySource[];
  private readonly monotonic: () => number;
  private readonly listeners = new Set<() => void>();
  private holding: Holding = { policy: FREE, place: null, otherPlaces: [] };
  private reading: Promise<void> | undefined;
  private readAt = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor({ sources, monotonic = () => performance.now() }: PolicyKeeperOptions) {
    this.sources = sources;
    this.monotonic = monotonic;
  }

  get policy(): Policy {
    return this.holding.policy;
  }

  /** What the interface shows of it. */
  get state(): PolicyState {
    const { policy, place, otherPlaces } = this.holding;
    return {
      source: place,
      otherSources: otherPlaces,
      problems: policy.problems,
      managed: [...policy.fixed],
      connectionsLocked: policy.locked,
      practiceAllowed: policy.practiceAllowed,
    };
  }

  /** Calls back after another policy was read; the answer ends that. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reads all places now; those who ask meanwhile share one reading. */
  read(): Promise<void> {
    this.reading ??= this.readPlaces().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** The window came to the front: reads again unless that was done a moment ago. */
  async lookAgain(): Promise<void> {
    if (this.monotonic() - this.readAt >= FOCUS_PAUSE_MS) await this.read();
  }

  /** Reads again every hour until {@link close}. `onTrouble` hears of what a listener could not do. */
  keepFresh(onTrouble: (error: unknown) => void): void {
    this.timer = setInterval(() => void this.read().catch(onTrouble), REREAD_MS);
    this.timer.unref();
  }

  close(): void {
    clearInterval(this.timer);
    this.listeners.clear();
  }

  private async readPlaces(): Promise<void> {
    const found = await Promise.all(
      this.sources.map(async (source) => ({ place: source.place, found: await source.read() })),
    );
    this.readAt = this.monotonic();
    const [first, ...others] = found.filter((each) => each.found.kind !== 'absent');
    const holding: Holding = {
      policy: first ? judged(first.found) : FREE,
      place: first?.place ?? null,
      otherPlaces: others.map(({ place }) => place),
    };
    if (isDeepStrictEqual(holding, this.holding)) return;
    this.holding = holding;
    for (const listener of this.listeners) listener();
  }
}

function judged(found: FoundPolicy): Policy {
  switch (found.kind) {
    case 'absent':
      return FREE;
    case 'unreadable':
      return unreadablePolicy(found.problem);
    default:
      return judgePolicy(found.document, found.problems);
  }
}
