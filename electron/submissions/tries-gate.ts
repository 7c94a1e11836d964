import { callKey } from '../../shared/call-key.ts';
import { type Failure, fail } from '../../shared/result.ts';
import type { Submission } from '../../shared/submission.ts';
import { type TriesRule, type TriesUsed, timesAt, triesUsed } from '../../shared/tries.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { SubmissionStore } from './ports.ts';
import type { SubmissionEvent } from './transition.ts';
import type { TransitionWriter } from './transition-writer.ts';

const TRIES_USED_UP = 'tries_used_up';

/** How long a submission waits for the outcome of another one to the same person, ms. */
const OUTCOME_MS = 60_000;

export interface TriesGateOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  readonly transitions: TransitionWriter;
  readonly rules: () => Promise<WorkspaceRules>;
  /** UTC ms. */
  readonly now: () => number;
  /** ms since the computer started, on a clock that nobody sets. */
  readonly sinceBoot: () => number;
}

/** A limit for the transaction that stores a mark: see {@link TriesGate.limit}. */
export interface TriesLimit {
  readonly rule: TriesRule;
  /** UTC ms. */
  readonly at: number;
}

/** Lets submissions wait whose person was tried as often as the rules allow, until the day on which they may be tried again. */
export class TriesGate {
  private readonly options: TriesGateOptions;
  /** How far the clock was ahead of the one since boot. */
  private readonly ahead: number;

  constructor(options: TriesGateOptions) {
    this.options = options;
    this.ahead = options.now() - options.sinceBoot();
  }

  /** Those of the due submissions that may be sent; the others are stored as waiting. */
  async passing(due: readonly Submission[]): Promise<readonly Submission[]> {
    const rule = (await this.options.rules()).tries;
    if (!rule || due.length === 0) return due;
    const used = await this.used(rule, due);
    await this.options.transitions.applyEach(
      due.flatMap((each, index) => this.putOff(each, used[index] ?? null)),
    );
    return due.filter((_each, index) => !used[index]);
  }

  /** What the transaction of a mark is to check; undefined if there is no limit. */
  async limit(): Promise<TriesLimit | undefined> {
    const { tries: rule } = await this.options.rules();
    return rule ? { rule, at: this.steadyNow() } : undefined;
  }

  /** Checks again what waits because of this rule: the rule, or what is known of earlier sends, may have changed. */
  async recheck(): Promise<void> {
    const { store, workspaceId, transitions, rules } = this.options;
    const waiting = (await store.inStates(workspaceId, ['queued'])).filter(
      ({ problem }) => problem?.code === TRIES_USED_UP,
    );
    if (waiting.length === 0) return;
    const { tries: rule } = await rules();
    const used = rule ? await this.used(rule, waiting) : [];
    await transitions.applyEach(
      waiting.flatMap((each, index) => {
        const still = used[index];
        return still ? this.putOff(each, still) : [[each, { type: 'resumed', by: 'rules' }] as const];
      }),
    );
  }

  /** For each, the tries that leave none to it now, with when its turn comes by this computer's clock. */
  private async used(
    rule: TriesRule,
    submissions: readonly Submission[],
  ): Promise<readonly (TriesUsed | null)[]> {
    const { store, workspaceId, now } = this.options;
    const numbers = submissions.map(({ phoneNumber }) => phoneNumber);
    const tries = await store.tries(workspaceId, numbers);
    const at = this.steadyNow();
    return tries.map((made) => {
      const used = triesUsed(rule, timesAt(made, at), at);
      if (!used) return null;
      const settled = made.filter(({ sending }) => !sending);
      const open = triesUsed(rule, timesOf(settled), at) === null;
      return { ...used, nextAt: now() + (open ? OUTCOME_MS : Math.max(OUTCOME_MS, used.nextAt - at)) };
    });
  }

  private putOff(each: Submission, used: TriesUsed | null): (readonly [Submission, SubmissionEvent])[] {
    return used ? [[each, { type: 'tries_used_up', until: used.nextAt }]] : [];
  }

  /** The time by which days are counted: setting the clock forward while the app runs lets nobody be tried sooner. */
  private steadyNow(): number {
    const { now, sinceBoot } = this.options;
    return Math.min(now(), sinceBoot() + this.ahead);
  }
}

/** What is about to be submitted or sent. */
export type Callee = Pick<Submission, 'phoneNumber' | 'candidateName'> & {
  /** When it would be sent, UTC ms; asked only where earlier tries make it matter. */
  readonly at: () => number;
};

/** Where tries are counted. */
export interface TriesPlace {
  readonly workspaceId: string;
  readonly store: Pick<SubmissionStore, 'tries'>;
}

/**
 * For each of these, in their order, why the rules leave no try to it, or null. Each of them counts for those after it, unless
 * each is asked about `alone`.
 */
export async function triesUsedBy(
  { store, workspaceId }: TriesPlace,
  rule: TriesRule | null,
  callees: readonly Pick<Callee, 'phoneNumber' | 'at'>[],
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<readonly (TriesUsed | null)[]> {
  if (!rule || callees.length === 0) return callees.map(() => null);
  const made = await store.tries(
    workspaceId,
    callees.map(({ phoneNumber }) => phoneNumber),
  );
  const planned = new Map<string, Callee['at'][]>();
  return callees.map(({ phoneNumber, at }, index) => {
    const key = callKey(phoneNumber);
    const times = timesOf(made[index] ?? []);
    const before = planned.get(key) ?? [];
    const isSure = times.length + before.length < rule.most;
    const used = isSure ? null : triesUsed(rule, [...times, ...before.map((each) => each())], at());
    if (!used && !alone) planned.set(key, [...before, at]);
    return used;
  });
}

/** Why these may not be submitted or sent; undefined if they may. */
export async function triesProblem(
  place: TriesPlace,
  rule: TriesRule | null,
  callees: readonly Callee[],
): Promise<Failure | undefined> {
  const found = await triesUsedBy(place, rule, callees);
  const refused = callees.flatMap(({ candidateName }, index) => {
    const used = found[index];
    return used ? [{ candidateName, used }] : [];
  });
  const [first, ...others] = refused;
  return first && fail(TRIES_USED_UP, { ...first, others: others.length });
}

export function timesOf(tries: readonly { readonly at: number }[]): readonly number[] {
  return tries.map(({ at }) => at);
}
