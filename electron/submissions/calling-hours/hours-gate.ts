import pLimit from 'p-limit';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import type { HolidayLookup } from '../../../shared/holidays.ts';
import { TIME_ZONE_NEEDED } from '../../../shared/outbox.ts';
import type { CallingHold, Opening, Submission } from '../../../shared/submission.ts';
import type { WorkspaceRules } from '../../../shared/workspace-rules.ts';
import type { SubmissionStore } from '../ports.ts';
import type { SubmissionEvent } from '../transition.ts';
import type { TransitionWriter } from '../transition-writer.ts';
import { callingHold, callingHoldAhead, type HoursAnswer, needsTimeZone } from './calling-hold.ts';
import { callingMoment } from './calling-moment.ts';
import { boundAfter, boundBy } from './hours-in-force.ts';
import { zonesOfNumber } from './zones-of-number.ts';

export interface HoursGateOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  readonly transitions: TransitionWriter;
  readonly rules: () => Promise<WorkspaceRules>;
  /** Left out: none are known, so nobody is called where they count. */
  readonly holidays?: HolidayLookup | undefined;
  /** UTC ms. */
  readonly now: () => number;
}

/** Once something due has to be held, this many are checked at once: a whole night's queue is held in few steps. */
const CHECK_BATCH = 500;

/** Holds submissions whose candidates may not be called now (the rule: `callingHold`), and lets the others through. */
export class HoursGate {
  private readonly options: HoursGateOptions;
  private readonly mutex = pLimit(1);
  private hours: CallingHours | undefined;

  constructor(options: HoursGateOptions) {
    this.options = options;
  }

  /**
   * Submissions due at `now` (UTC ms) that may be sent and are not in `sending`: at least `limit` if there are enough.
   * Those outside their hours are stored as held, and so are those that need a person to choose their time zone.
   */
  async due(now: number, limit: number, sending: ReadonlySet<string>): Promise<readonly Submission[]> {
    const { store, workspaceId, transitions, rules } = this.options;
    this.hours = (await rules()).callingHours;
    for (let wanted = limit + sending.size; ; wanted = CHECK_BATCH) {
      const due = (await store.due(workspaceId, now, wanted)).filter(({ id }) => !sending.has(id));
      const checked = due.map((each) => ({ each, hold: this.holdOf(each, now) }));
      const held = checked.flatMap(({ each, hold }) => (hold ? [this.heldBy(each, hold, now)] : []));
      const changed = await transitions.applyEach(held);
      // Submissions that another process changed in the meantime are left for the next poll.
      if (changed === 0) return checked.flatMap(({ each, hold }) => (hold ? [] : [each]));
    }
  }

  /** Goes by these rules from now on, until it reads them again. */
  goBy({ callingHours }: Pick<WorkspaceRules, 'callingHours'>): void {
    this.hours = callingHours;
  }

  /** Whether the candidate may be called now, by the rules as last read. */
  mayCall(submission: Submission): boolean {
    return this.holdOf(submission, this.options.now()) === null;
  }

  /** The submission with the current hours among those that bind it, by the rules as last read. */
  bind(submission: Submission): Submission {
    const hoursInForce = this.hours && boundBy(submission.hoursInForce, this.hours);
    return hoursInForce ? { ...submission, hoursInForce } : submission;
  }

  /** Binds waiting submissions to the current rules too, and recalculates every hold by them. */
  recalculate(): Promise<void> {
    return this.mutex(async () => {
      const { store, workspaceId, transitions, rules } = this.options;
      const hours = (await rules()).callingHours;
      this.hours = hours;
      // Submissions that something else changed in the meantime are recalculated again.
      for (;;) {
        const waiting = await store.inStates(workspaceId, ['queued', 'held', 'unconfirmed']);
        const recalculated = waiting.flatMap((each) => this.recalculated(each, hours));
        if ((await transitions.applyEach(recalculated)) === recalculated.length) return;
      }
    });
  }

  /**
   * The clock was set forward by this much, ms: a submission that is due only because of that gets a question for the
   * person, and otherwise waits as long as it would have.
   */
  clockSetForward(byMs: number): Promise<void> {
    return this.mutex(async () => {
      const { store, workspaceId, transitions } = this.options;
      const now = this.options.now();
      // Submissions that something else changed in the meantime are checked again.
      for (;;) {
        const queued = await store.inStates(workspaceId, ['queued']);
        const passed = queued.flatMap((each) => this.heldPast(each, now, byMs));
        if (passed.length === 0) return;
        await transitions.applyEach(passed);
      }
    });
  }

  private heldPast(each: Submission, now: number, byMs: number): Event[] {
    const opening = waitsFor(each, now);
    if (!opening || opening.until > now || opening.until <= now - byMs) return [];
    const question = { about: 'clock', answer: null } as const;
    return [this.heldUntil(each, { ...opening, until: opening.until + byMs, question }, now)];
  }

  private recalculated(each: Submission, hours: CallingHours): Event[] {
    const hoursInForce = boundBy(each.hoursInForce, hours);
    const bound = { ...each, ...(hoursInForce && { hoursInForce }) };
    const { state, problem } = each;
    const isAsked = state === 'held' && problem?.code === TIME_ZONE_NEEDED;
    if (state === 'queued' || isAsked) {
      const now = this.options.now();
      const at = Math.max(now, each.notBefore ?? 0);
      const isNeeded = needsTimeZone(hours, bound, at);
      if (isNeeded && !isAsked) return [timeZoneMissing(each, hoursInForce)];
      if (!isNeeded && isAsked) return [[each, { type: 'resumed', by: 'rules' }]];
    }
    // A submission that a person wants sent is checked when it is due.
    if (each.state === 'queued' && each.callingHold && each.callingHold.question?.answer !== 'send_now') {
      const now = this.options.now();
      const hold = callingHoldAhead(
        hours,
        bound,
        Math.max(now, each.notBefore ?? 0),
        now,
        this.options.holidays,
      );
      if (hold === TIME_ZONE_NEEDED) return [timeZoneMissing(each, hoursInForce)];
      // Until holidays are known, it waits as before: at every start they are learnt anew.
      const isUnknown = hold?.holiday === null && each.callingHold.until > now;
      if (!isUnknown && !isSameHold(each.callingHold, hold)) {
        const binding = hold ? boundAfter(each, hold, hours, now, this.options.holidays) : hoursInForce;
        return [[each, { type: 'hours_checked', hold, hoursInForce: binding }]];
      }
    }
    if (!hoursInForce || hoursInForce === each.hoursInForce) return [];
    return [[each, { type: 'hours_bound', hoursInForce }]];
  }

  private heldBy(submission: Submission, hold: NonNullable<HoursAnswer>, now: number): Event {
    if (hold !== TIME_ZONE_NEEDED) return this.heldUntil(submission, hold, now);
    return timeZoneMissing(submission, this.hours && boundBy(submission.hoursInForce, this.hours));
  }

  private heldUntil(submission: Submission, hold: CallingHold, now: number): Event {
    const hoursInForce = this.hours && boundAfter(submission, hold, this.hours, now, this.options.holidays);
    return [submission, { type: 'hours_checked', hold, hoursInForce }];
  }

  private holdOf(submission: Submission, now: number): HoursAnswer {
    return this.hours ? callingHold(this.hours, submission, now, this.options.holidays) : null;
  }
}

type Event = readonly [Submission, SubmissionEvent];

function timeZoneMissing(submission: Submission, hoursInForce: Submission['hoursInForce']): Event {
  const timeZones = zonesOfNumber(submission.phoneNumber);
  return [submission, { type: 'time_zone_missing', timeZones, hoursInForce }];
}

/** What a submission bound by calling hours waits for: an opening, or its chosen time; null if it waits for neither. */
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
    one.holiday === other.holiday &&
    one.question?.about === other.question?.about &&
    one.question?.answer === other.question?.answer
  );
}
