import type { CallingHours } from '../../../shared/calling-hours.ts';
import type { CallingHold, Submission } from '../../../shared/submission.ts';
import type { WorkspaceRules } from '../../../shared/workspace-rules.ts';
import type { SubmissionStore } from '../ports.ts';
import type { StoredChanges } from '../stored-changes.ts';
import { callingHold } from './calling-hold.ts';

export interface HoursGateOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  readonly changes: StoredChanges;
  readonly rules: () => Promise<WorkspaceRules>;
  /** UTC ms. */
  readonly now: () => number;
}

/** Once something due has to be held, so many are looked at together: a whole night's queue is held in few steps. */
const LOOKED_AT_TOGETHER = 500;

/** Lets through whose candidates may be called now; everybody else waits until they may. */
export class HoursGate {
  private readonly options: HoursGateOptions;
  private hours: CallingHours | undefined;

  constructor(options: HoursGateOptions) {
    this.options = options;
  }

  /**
   * What is due and may go now, but for `taken`: at least `limit` where there are so many. What may not is stored as
   * waiting for its hours.
   */
  async due(limit: number, taken: ReadonlySet<string>): Promise<readonly Submission[]> {
    const { store, workspaceId, changes, rules } = this.options;
    this.hours = (await rules()).callingHours;
    for (let wanted = limit + taken.size; ; wanted = LOOKED_AT_TOGETHER) {
      const now = this.options.now();
      const due = (await store.due(workspaceId, now, wanted)).filter(({ id }) => !taken.has(id));
      const checked = due.map((each) => ({ each, hold: this.holdOf(each, now) }));
      const held = checked.flatMap(({ each, hold }) => (hold ? [heldUntil(each, hold)] : []));
      const changed = await changes.each(held);
      // Those that another process has changed meanwhile are not looked for again just now.
      if (changed === 0) return checked.flatMap(({ each, hold }) => (hold ? [] : [each]));
    }
  }

  /** Whether the candidate may be called at this moment, by the rules as they were looked at last. */
  mayGo(submission: Submission): boolean {
    return this.holdOf(submission, this.options.now()) === null;
  }

  /** What waits for its hours waits by the rules of now: shorter, longer or no more. */
  async reckonAnew(): Promise<void> {
    const { store, workspaceId, changes, rules } = this.options;
    this.hours = (await rules()).callingHours;
    const queued = await store.inStates(workspaceId, ['queued']);
    await changes.each(
      queued.flatMap((each) => {
        if (each.callingHold === null) return [];
        const hold = this.holdOf(each, Math.max(this.options.now(), each.notBefore ?? 0));
        return isSameHold(each.callingHold, hold) ? [] : [heldUntil(each, hold)];
      }),
    );
  }

  private holdOf(submission: Submission, now: number): CallingHold | null {
    return this.hours ? callingHold(this.hours, submission, now) : null;
  }
}

function heldUntil(submission: Submission, hold: CallingHold | null) {
  return [submission, { type: 'hours_checked', hold }] as const;
}

function isSameHold(one: CallingHold, other: CallingHold | null): boolean {
  return one.until === other?.until && one.timeZone === other.timeZone;
}
