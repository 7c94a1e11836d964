import pLimit from 'p-limit';
import {
  CALL_REASONS,
  type HoldingCode,
  isHoldingCode,
  isPutOffCode,
  type Reason,
} from '../../shared/call-rules.ts';
import { dayAt, dayBeginsHere } from '../../shared/notice.ts';
import { TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import { type CallingHold, chosenTime, type Opening, type Submission } from '../../shared/submission.ts';
import { timesAt, triesUsed } from '../../shared/tries.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import type { Stores } from '../storage/stores/index.ts';
import { type FactsPlace, factsAbout } from './ask-rules.ts';
import { boundAfter, boundBy, callingHoldAhead, callingMoment } from './calling-hours.ts';
import { type Facts, type Finding, findingOf, HOLDING_RULES, judge, passedGates } from './judge.ts';
import { afterNotice, areHolidaysKnown } from './notice-wait.ts';
import type { MarkTerms, SubmissionEvent } from './transition.ts';
import type { TransitionWriter } from './transition-writer.ts';

interface RulesGateOptions extends FactsPlace {
  readonly store: Stores['submissions'];
  readonly transitions: TransitionWriter;
  /** Whether a number (E.164) is being put on the do-not-call list right now: it counts before it is on the disk. */
  readonly isBeingListed: (phoneNumber: string) => boolean;
  /** UTC ms. */
  readonly now: () => number;
  /** ms since the computer started, on a clock that nobody sets. */
  readonly sinceBoot: () => number;
}

/** Once something due has to wait, this many are judged at once: a whole night's queue is held in few steps. */
const BATCH = 500;

/** Submissions compared with the do-not-call list per storage operation, so that others can run in between. */
const LIST_BATCH = 2000;

/** How long a submission waits for the outcome of another one to the same person, ms. */
const OUTCOME_MS = 60_000;

type Event = readonly [Submission, SubmissionEvent];

/** Asks `judge` for the queue: lets submissions through, and stores of the others why they wait and until when. */
export class RulesGate {
  private readonly options: RulesGateOptions;
  private readonly mutex = pLimit(1);
  /** The rules as last read. */
  private rules: WorkspaceRules | undefined;
  /** How far the clock was ahead of the one since boot. */
  private readonly ahead: number;

  constructor(options: RulesGateOptions) {
    this.options = options;
    this.ahead = options.now() - options.sinceBoot();
  }

  /**
   * Submissions due at `now` (UTC ms) that may go and are not in `sending`: at least `limit` if there are enough. What the
   * others wait for is stored. `isAll`: there are no more.
   */
  async due(
    now: number,
    limit: number,
    sending: ReadonlySet<string>,
  ): Promise<{ readonly going: readonly Submission[]; readonly isAll: boolean }> {
    const { store, workspaceId, transitions } = this.options;
    for (let wanted = limit + sending.size; ; wanted = BATCH) {
      const found = await store.due(workspaceId, now, wanted);
      const due = found.filter(({ id }) => !sending.has(id));
      const facts = due.length > 0 ? await this.factsAbout(due) : [];
      const rules = await this.readRules();
      const judged = due.map((each, index) => ({
        each,
        verdict: judge(each, rules, { ...facts[index], hours: 'asked' }, now),
        facts: facts[index] ?? {},
      }));
      const events = judged.flatMap(({ each, verdict, facts: known }): Event[] => {
        const event = verdict.answer === 'goes' ? undefined : this.eventOf(each, verdict, known, rules, now);
        return event ? [[each, event]] : [];
      });
      // Submissions that another process changed in the meantime are left for the next poll.
      if ((await transitions.applyEach(events)) === 0) {
        const going = judged.flatMap(({ each, verdict }) => (verdict.answer === 'goes' ? [each] : []));
        return { going, isAll: found.length < wanted };
      }
    }
  }

  /**
   * Whether it may go now, by the rules as last read. Its tries and the list are looked up in the transaction that stores its
   * mark.
   */
  mayGo(submission: Submission): boolean {
    const { isBeingListed, holidays, now } = this.options;
    if (!this.rules) return true;
    const forbidding = isBeingListed(submission.phoneNumber) ? 'being_listed' : null;
    return judge(submission, this.rules, { forbidding, holidays, hours: 'asked' }, now()).answer === 'goes';
  }

  /** What goes with a mark into its transaction. What is asked after the mark goes by these rules, too. */
  async markTerms(submission: Submission): Promise<MarkTerms> {
    const rules = await this.readRules();
    const now = this.options.now();
    return {
      judged: { rules, now, steadyNow: this.steadyNow() },
      gates: passedGates(rules, submission, now),
    };
  }

  /** The submission with the current hours among those that bind it, by the rules as last read. */
  bind(submission: Submission): Submission {
    const hoursInForce = this.rules && boundBy(submission.hoursInForce, this.rules.callingHours);
    return hoursInForce ? { ...submission, hoursInForce } : submission;
  }

  /**
   * Judges all that waits once more: rules, holidays, the clock or what is known of earlier sends may have changed. What a
   * rule now speaks against waits for it, and what waited for a rule that doesn't any more is back in the queue.
   */
  judgeAgain(): Promise<void> {
    return this.mutex(async () => {
      const rules = await this.readRules();
      await this.judgeWaiting(['held'], (each) => this.released(each, rules));
      await this.judgeWaiting(['queued'], (each) => this.held(each, rules));
      await this.judgeWaiting(['queued', 'held'], (each) => this.waitForNotice(each, rules));
      await this.judgePutOff(rules);
      await this.judgeWaiting(['queued', 'held', 'unconfirmed'], (each) => this.heldForHours(each, rules));
    });
  }

  /**
   * The clock was set forward by this much, ms: a submission that is due only because of that waits as long as it would have;
   * if calling hours bind it, a person is asked.
   */
  clockSetForward(byMs: number): Promise<void> {
    return this.mutex(async () => {
      const now = this.options.now();
      await this.readRules();
      await this.judgeWaiting(['queued'], (each) => this.heldPast(each, now, byMs));
      await this.judgeWaiting(['queued'], (each) => this.toldPast(each, now, byMs));
    });
  }

  /** Withdraws everything that waits for being sent to a number on the do-not-call list; gives how many. */
  async withdraw(): Promise<number> {
    const { workspaceId, store, transitions } = this.options;
    let withdrawn = 0;
    for (let after: number | null = 0; after !== null; ) {
      const { ids, last } = await store.forbiddenWaiting(workspaceId, after, LIST_BATCH);
      const waiting = await store.getAll(ids);
      withdrawn += await transitions.applyToAll(waiting, { type: 'discarded', by: 'do_not_call' });
      after = last;
    }
    return withdrawn;
  }

  private async readRules(): Promise<WorkspaceRules> {
    const rules = await this.options.rules();
    this.rules = rules;
    return rules;
  }

  private async factsAbout(submissions: readonly Submission[]): Promise<readonly Facts[]> {
    const { isBeingListed } = this.options;
    const facts = await factsAbout(this.options, submissions);
    const steadyNow = this.steadyNow();
    return facts.map((each, index) => {
      const isListing = isBeingListed(submissions[index]?.phoneNumber ?? '');
      return {
        ...each,
        steadyNow,
        ...(isListing && each.forbidding === null && { forbidding: 'being_listed' }),
      };
    });
  }

  /** The time by which days are counted: setting the clock forward while the app runs lets nobody be tried sooner. */
  private steadyNow(): number {
    const { now, sinceBoot } = this.options;
    return Math.min(now(), sinceBoot() + this.ahead);
  }

  /** Applies an event to each that waits in one of these states; those that something else changed meanwhile once more. */
  private async judgeWaiting(
    states: readonly Submission['state'][],
    eventOf: (submission: Submission) => SubmissionEvent | undefined,
  ): Promise<void> {
    const { store, workspaceId, transitions } = this.options;
    for (;;) {
      const waiting = await store.inStates(workspaceId, states);
      const events = waiting.flatMap((each): Event[] => {
        const event = eventOf(each);
        return event ? [[each, event]] : [];
      });
      if ((await transitions.applyEach(events)) === events.length) return;
    }
  }

  /** What a rule makes of a submission that it speaks against; undefined if nothing has to be stored. */
  private eventOf(
    submission: Submission,
    { reason, until }: Finding,
    facts: Facts,
    rules: WorkspaceRules,
    now: number,
  ): SubmissionEvent | undefined {
    switch (reason.code) {
      case 'do_not_call':
        return { type: 'discarded', by: 'do_not_call' };
      case 'notice_in_future': {
        // It was told of a later day than today: that has to come, too, here and at the candidate's place.
        const there = afterNotice(rules, submission, now, this.options.holidays) ?? now;
        const here = dayBeginsHere(submission.noticeOn ?? dayAt(now));
        return { type: 'notice_waited', until: Math.max(here, there) };
      }
      case 'notice_too_recent':
        return { type: 'notice_waited', until: reason.values.sendAt };
      case 'tries_used_up':
        return {
          type: 'rule_waited',
          code: reason.code,
          until: this.nextTryAt(reason.values.nextAt, facts, rules),
        };
      case TIME_ZONE_NEEDED: {
        const { timeZones } = reason.values;
        const hoursInForce = boundBy(submission.hoursInForce, rules.callingHours);
        return { type: 'time_zone_missing', timeZones, hoursInForce };
      }
      case 'outside_hours':
        return this.heldUntil(submission, reason.values.hold, rules, now);
      // Once the list can be compared, or the number is on it, whoever changed that tells the queue.
      case 'list_unclear':
      // Asked only of what a person submits.
      case 'consent_missing':
      case 'consent_reworded':
        return undefined;
      default:
        return isHoldingCode(reason.code)
          ? { type: 'rule_broken', code: reason.code }
          : { type: 'rule_waited', code: reason.code, until: until ?? now + OUTCOME_MS };
    }
  }

  /** When somebody's turn comes by this computer's clock, whose tries are used up until `nextAt` by the steady one. */
  private nextTryAt(nextAt: number, { tries = [] }: Facts, { tries: rule }: WorkspaceRules): number {
    const at = this.steadyNow();
    const settled = tries.filter(({ sending }) => !sending);
    // Only a send under way may be one too many: its outcome is close.
    const isOpen = rule !== null && triesUsed(rule, timesAt(settled, at), at) === null;
    return this.options.now() + (isOpen ? OUTCOME_MS : Math.max(OUTCOME_MS, nextAt - at));
  }

  private heldUntil(
    submission: Submission,
    hold: CallingHold,
    { callingHours }: WorkspaceRules,
    now: number,
  ): SubmissionEvent {
    const hoursInForce = boundAfter(submission, hold, callingHours, now, this.options.holidays);
    return { type: 'hours_checked', hold, hoursInForce };
  }

  /** Released if the rule that held it, about which only a person could do something, doesn't any more. */
  private released(each: Submission, rules: WorkspaceRules): SubmissionEvent | undefined {
    const code = each.problem?.code;
    // Whether a colleague's claim is a reason is for the person to say.
    if (code === undefined || !isHoldingCode(code) || CALL_REASONS[code].rule === 'team') return undefined;
    const isStill = this.holdingReasons(each, rules).some((reason) => reason.code === code);
    return isStill ? undefined : { type: 'resumed', by: 'rules' };
  }

  /** Held if a rule speaks against it about which only a person can do something. */
  private held(each: Submission, rules: WorkspaceRules): SubmissionEvent | undefined {
    const [reason] = this.holdingReasons(each, rules);
    if (!reason) return undefined;
    if (reason.code !== TIME_ZONE_NEEDED) return { type: 'rule_broken', code: reason.code };
    const hoursInForce = boundBy(each.hoursInForce, rules.callingHours);
    return { type: 'time_zone_missing', timeZones: reason.values.timeZones, hoursInForce };
  }

  /** What holds it, by the current hours, too, when it is due. */
  private holdingReasons(each: Submission, rules: WorkspaceRules) {
    const now = this.options.now();
    const hoursInForce = boundBy(each.hoursInForce, rules.callingHours);
    const facts = { hours: 'zone', at: Math.max(now, each.notBefore ?? 0) } as const;
    return HOLDING_RULES.flatMap((name) => {
      const reason = findingOf(name, { ...each, hoursInForce }, rules, facts, now)?.reason;
      return reason && isHolding(reason) ? [reason] : [];
    });
  }

  /** How the wait for its day changes, if it does. One that a person chose a later time for keeps it. */
  private waitForNotice(each: Submission, rules: WorkspaceRules): SubmissionEvent | undefined {
    const { holidays } = this.options;
    const now = this.options.now();
    const { wantedAt, notBefore } = each;
    if (wantedAt === undefined || notBefore === null || notBefore <= now) return undefined;
    // What waits already goes on waiting, even if calling hours would hold it as long.
    const until = afterNotice(rules, each, Math.max(now, chosenTime(each) ?? 0), holidays);
    if (until === null) return { type: 'notice_wait_ended' };
    // Until holidays are known it waits as before, unless its notice ends later: at every start they are learnt anew.
    const isUnsure = until < notBefore && !areHolidaysKnown(rules, each, until, holidays);
    return until === notBefore || isUnsure ? undefined : { type: 'notice_waited', until };
  }

  /** What a rule put off, which may let it go sooner or later now. */
  private async judgePutOff(rules: WorkspaceRules): Promise<void> {
    const { store, workspaceId, transitions } = this.options;
    const queued = await store.inStates(workspaceId, ['queued']);
    const waiting = queued.flatMap((each) => {
      const code = each.problem?.code;
      return code !== undefined && isPutOffCode(code) ? [{ each, rule: CALL_REASONS[code].rule }] : [];
    });
    if (waiting.length === 0) return;
    const facts = await this.factsAbout(waiting.map(({ each }) => each));
    const now = this.options.now();
    await transitions.applyEach(
      waiting.flatMap(({ each, rule }, index): Event[] => {
        const known = facts[index] ?? {};
        const found = findingOf(rule, each, rules, known, now);
        const event = found
          ? this.eventOf(each, found, known, rules, now)
          : ({ type: 'resumed', by: 'rules' } as const);
        return event ? [[each, event]] : [];
      }),
    );
  }

  /** How the hold for calling hours changes; binds waiting submissions to the current hours, too. */
  private heldForHours(
    each: Submission,
    { callingHours: hours }: WorkspaceRules,
  ): SubmissionEvent | undefined {
    const { holidays } = this.options;
    const hoursInForce = boundBy(each.hoursInForce, hours);
    const bound = { ...each, ...(hoursInForce && { hoursInForce }) };
    const now = this.options.now();
    const at = Math.max(now, each.notBefore ?? 0);
    // A submission that a person wants sent is checked when it is due.
    if (each.state === 'queued' && each.callingHold && each.callingHold.question?.answer !== 'send_now') {
      const hold = callingHoldAhead(hours, bound, at, now, holidays);
      // Held for that already, unless something else changed it meanwhile.
      if (hold === TIME_ZONE_NEEDED) return undefined;
      // Until holidays are known, it waits as before: at every start they are learnt anew.
      const isUnknown = hold?.holiday === null && each.callingHold.until > now;
      if (!isUnknown && !isSameHold(each.callingHold, hold)) {
        const binding = hold ? boundAfter(each, hold, hours, now, holidays) : hoursInForce;
        return { type: 'hours_checked', hold, hoursInForce: binding };
      }
    }
    return hoursInForce && hoursInForce !== each.hoursInForce
      ? { type: 'hours_bound', hoursInForce }
      : undefined;
  }

  private heldPast(each: Submission, now: number, byMs: number): SubmissionEvent | undefined {
    const opening = waitsFor(each, now);
    if (!this.rules || !opening || opening.until > now || opening.until <= now - byMs) return undefined;
    const question = { about: 'clock', answer: null } as const;
    return this.heldUntil(each, { ...opening, until: opening.until + byMs, question }, this.rules, now);
  }

  /** Where calling hours ask a person, the person decides. */
  private toldPast(
    { wantedAt, notBefore, callingHold, createdAt }: Submission,
    now: number,
    byMs: number,
  ): SubmissionEvent | undefined {
    if (wantedAt === undefined || notBefore === null || callingHold?.question) return undefined;
    // The clock was behind what it had been before: it was corrected.
    if (createdAt > now - byMs) return undefined;
    if (notBefore > now || notBefore <= now - byMs) return undefined;
    return { type: 'notice_waited', until: notBefore + byMs };
  }
}

function isHolding(reason: Reason): reason is Reason<HoldingCode> {
  return isHoldingCode(reason.code);
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
