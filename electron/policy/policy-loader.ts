import { isDeepStrictEqual } from 'node:util';
import { HOUR_MS } from '../../shared/durations.ts';
import { type PolicyState, policyProblem } from '../../shared/policy.ts';
import type { RetentionBounds } from '../../shared/privacy.ts';
import { FREE, judgePolicy, type Policy, unreadablePolicy } from './judge-policy.ts';
import { fixedRules } from './policy-rules.ts';
import type { FoundPolicy } from './policy-text.ts';

interface PolicyLoaderOptions {
  /** Only the first source with a policy is used. */
  readonly sources: readonly PolicySource[];
  /** Where the policy was when Callboard ran last; null if there was none. */
  readonly lastPlace?: string | null;
  /** Monotonic, ms. */
  readonly monotonic?: () => number;
}

/** Minimum time between two reads on focus, ms. */
const MIN_REREAD_MS = 60_000;

const REREAD_MS = HOUR_MS;

/** How long a policy must be gone, ms: what distributes it may delete it and then write it anew. */
const GONE_MS = 60_000;

interface LoadedPolicy {
  readonly policy: Policy;
  readonly place: string | null;
  readonly otherPlaces: readonly string[];
}

const NONE: LoadedPolicy = { policy: FREE, place: null, otherPlaces: [] };

/** Holds the current policy; read at start, every hour, and when the window gets focus. */
export class PolicyLoader {
  private readonly sources: readonly PolicySource[];
  private readonly monotonic: () => number;
  private readonly listeners = new Set<() => void>();
  private loaded: LoadedPolicy = NONE;
  private reading: Promise<void> | undefined;
  private readAt = 0;
  /** Since when the policy that was read last is gone; undefined while it is there. */
  private goneSince: number | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor({ sources, lastPlace = null, monotonic = () => performance.now() }: PolicyLoaderOptions) {
    this.sources = sources;
    this.monotonic = monotonic;
    // Until it was read once.
    if (lastPlace !== null) {
      const policy = unreadablePolicy(policyProblem('', 'just_gone'));
      this.loaded = { ...NONE, policy, place: lastPlace };
    }
  }

  get policy(): Policy {
    return this.loaded.policy;
  }

  get state(): PolicyState {
    const { policy, place, otherPlaces } = this.loaded;
    return {
      source: place,
      otherSources: otherPlaces,
      problems: policy.problems,
      managed: [...policy.fixed],
      managedRules: fixedRules(policy.rules),
      rules: policy.rules.values,
      questionnaires: policy.questionnaires.described.map(({ id }) => id),
      descriptionsLocked: !policy.questionnaires.complete,
      retention: boundsOf(policy),
      connectionsLocked: policy.locked,
      practiceAllowed: policy.practiceAllowed,
      exportsAllowed: policy.exportsAllowed,
    };
  }

  /** Calls `listener` when a different policy was read; returns the unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Reads all sources; concurrent calls share one read. */
  read(): Promise<void> {
    this.reading ??= this.readSources().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Reads again when the window gets focus, unless the last read was a moment ago. */
  async rereadOnFocus(): Promise<void> {
    if (this.monotonic() - this.readAt >= MIN_REREAD_MS) await this.read();
  }

  /** Reads again every hour, and a minute after it was gone, until {@link close}. `onTrouble` gets errors thrown by listeners. */
  rereadHourly(onTrouble: (error: unknown) => void): void {
    this.timer = setInterval(() => {
      const waitMs = this.goneSince === undefined ? REREAD_MS : GONE_MS;
      if (this.monotonic() - this.readAt >= waitMs) void this.read().catch(onTrouble);
    }, GONE_MS);
    this.timer.unref();
  }

  close(): void {
    clearInterval(this.timer);
    this.listeners.clear();
  }

  private async readSources(): Promise<void> {
    const found = await Promise.all(
      this.sources.map(async (source) => ({ place: source.place, found: await source.read() })),
    );
    this.readAt = this.monotonic();
    if (this.isJustGone(found.find(({ place }) => place === this.loaded.place)?.found)) return;
    this.goneSince = undefined;
    const [first, ...others] = found.filter((source) => source.found.kind !== 'absent');
    const loaded: LoadedPolicy = first
      ? { policy: policyOf(first.found), place: first.place, otherPlaces: others.map(({ place }) => place) }
      : NONE;
    if (isDeepStrictEqual(loaded, this.loaded)) return;
    this.loaded = loaded;
    for (const listener of this.listeners) listener();
  }

  private isJustGone(found: FoundPolicy | undefined): boolean {
    if (found?.kind !== 'absent') this.goneSince = undefined;
    else this.goneSince ??= this.readAt;
    return this.goneSince !== undefined && this.readAt - this.goneSince < GONE_MS;
  }
}

/** The bounds that people can see; null without any. */
function boundsOf({ retention: { atLeastDays, atMostDays } }: Policy): RetentionBounds | null {
  return atLeastDays === 0 && atMostDays === null ? null : { atLeastDays, atMostDays };
}

function policyOf(found: FoundPolicy): Policy {
  switch (found.kind) {
    case 'absent':
      return FREE;
    case 'unreadable':
      return unreadablePolicy(found.problem);
    default:
      return judgePolicy(found.document, found.problems);
  }
}

/** A location that may hold a policy. */
export interface PolicySource {
  /** Its name on screen: a path or a registry key. */
  readonly place: string;
  /** Never rejects: failures are `unreadable`. */
  read(): Promise<FoundPolicy>;
}
