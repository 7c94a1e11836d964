import pLimit from 'p-limit';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import type { CallingHold, Opening, Submission } from '../../../shared/submission.ts';
import type { WorkspaceRules } from '../../../shared/workspace-rules.ts';
import type { SubmissionStore } from '../ports.ts';
import type { SubmissionEvent } from '../transition.ts';
import type { TransitionWriter } from '../transition-writer.ts';
import { callingHold, callingHoldAhead } from './calling-hold.ts';
import { callingMoment } from './calling-moment.ts';
import { boundAfter, boundBy } from './hours-in-force.ts';

export interface HoursGateOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  readonly changes: TransitionWriter;
  readonly rules: () => Promise<WorkspaceRules>;
  /** UTC ms. */
  readonly now: () => number;
}

/** Once something due has to be held, so many are looked at together: a whole night's queue is held in few steps. */
const LOOKED_AT_TOGETHER = 500;

/** Lets through whose candidates may be called now; everybody else waits until they may (the rule: `callingHold`). */
export class HoursGate {
  private readonly options: HoursGateOptions;
  private readonly mutex = pLimit(1);
  private hours: CallingHours | undefined;

  constructor(options: HoursGateOptions) {
    this.options = options;
  }

  /**
   * What is due at `now` (UTC ms) and may go, but for `taken`: at least `limit` where there are so many. What may not is
   * stored as waiting for its hours.
   */
  async due(now: number, limit: number, taken: ReadonlySet<string>): Promise<readonly Submission[]> {
    const { store, workspaceId, changes, rules } = this.options;
    this.hours = (await rules()).callingHours;
    for (let wanted = limit + taken.size; ; wanted = LOOKED_AT_TOGETHER) {
      const due = (await store.due(workspaceId, now, wanted)).filter(({ id }) => !taken.has(id));
      const checked = due.map((each) => ({ each, hold: this.holdOf(each, now) }));
      const held = checked.flatMap(({ each, hold }) => (hold ? [this.heldUntil(each, hold, now)] : []));
      const changed = await changes.each(held);
      // Those that another process has changed meanwhile are not looked for again just now.
      if (changed === 0) return checked.flatMap(({ each, hold }) => (hold ? [] : [each]));
    }
  }

  /** Whether the candidate may be called at this moment, by the rules as they were looked at last. */
  mayGo(submission: Submission): boolean {
    return this.holdOf(submission, this.options.now()) === null;
  }

  /** The submission with the hours of now among those that bind it, by the rules as they were looked at last. */
  bound(submission: Submission): Submission {
    const hoursInForce = this.hours && boundBy(submission.hoursInForce, this.hours);
    return hoursInForce ? { ...submission, hoursInForce } : submission;
  }

  /**
   * What waits is bound by the rules of now, too; and what waits for its hours waits by them: shorter, longer or no more,
   * or until a person has answered.
   */
  recalculate(): Promise<void> {
    return this.mutex(async () => {
      const { store, workspaceId, changes, rules } = this.options;
      const hours = (await rules()).callingHours;
      this.hours = hours;
      // Anyone who was changed by somebody else meanwhile is looked at again.
      for (;;) {
        const waiting = await store.inStates(workspaceId, ['queued', 'held', 'unconfirmed']);
        const reckoned = waiting.flatMap((each) => this.reckoned(each, hours));
        if ((await changes.each(reckoned)) === reckoned.length) return;
      }
    });
  }

  /**
   * The clock was set forward by so much, ms: what has become due by that alone has a question for the person, and else
   * waits as long as it would have waited.
   */
  clockSetForward(byMs: number): Promise<void> {
    return this.mutex(async () => {
      const { store, workspaceId, changes } = this.options;
      const now = this.options.now();
      // Anyone who was changed by somebody else meanwhile is looked at again.
      for (;;) {
        const queued = await store.inStates(workspaceId, ['queued']);
        const passed = queued.flatMap((each) => this.heldPast(each, now, byMs));
        if (passed.length === 0) return;
        await changes.each(passed);
      }
    });
  }

  private heldPast(each: Submission, now: number, byMs: number): Event[] {
    const opening = waitsFor(each, now);
    if (!opening || opening.until > now || opening.until <= now - byMs) return [];
    const question = { about: 'clock', answer: null } as const;
    return [this.heldUntil(each, { ...opening, until: opening.until + byMs, question }, now)];
  }

  private reckoned(each: Submission, hours: CallingHours): Event[] {
    const hoursInForce = boundBy(each.hoursInForce, hours);
    const bound = { ...each, ...(hoursInForce && { hoursInForce }) };
    // Whoever is to be sent on a person's word is looked at when that is due.
    if (each.state === 'queued' && each.callingHold && each.callingHold.question?.answer !== 'send_now') {
      const now = this.options.now();
      const hold = callingHoldAhead(hours, bound, Math.max(now, each.notBefore ?? 0), now);
      if (!isSameHold(each.callingHold, hold)) {
        const binding = hold ? boundAfter(each, hold, hours, now) : hoursInForce;
        return [[each, { type: 'hours_checked', hold, hoursInForce: binding }]];
      }
    }
    if (!hoursInForce || hoursInForce === each.hoursInForce) return [];
    return [[each, { type: 'hours_bound', hoursInForce }]];
  }

  private heldUntil(submission: Submission, hold: CallingHold, now: number): Event {
    const hoursInForce = this.hours && boundAfter(submission, hold, this.hours, now);
    return [submission, { type: 'hours_checked', hold, hoursInForce }];
  }

  private holdOf(submission: Submission, now: number): CallingHold | null {
    return this.hours ? callingHold(this.hours, submission, now) : null;
  }
}

type Event = readonly [Submission, SubmissionEvent];

/** What one that calling hours bind waits for: an opening, or the time chosen for it; null where it waits for neither. */
function waitsFor(submission: Submission, now: number): Opening | null {
  const { callingHold: hold, notBefore, hoursInForce, anyHour } = submission;
  if (anyHour || hold?.question?.answer === 'send_now') return null;
  if (hold) return { until: hold.until, timeZone: hold.timeZone };
  const [hours] = hoursInForce ?? [];
  if (!hours || notBefore === null) return null;
  const [timeZone = hours.defaultTimeZone] = callingMoment(
    { ...hours, enabled: true },
    submission,
    now,
  ).timeZones;
  return { until: notBefore, timeZone };
}

function isSameHold(one: CallingHold, other: CallingHold | null): boolean {
  return (
    one.until === other?.until &&
    one.timeZone === other.timeZone &&
    one.question?.about === other.question?.about &&
    one.question?.answer === other.question?.answer
  );
}
