import type { HolidayLookup } from '../../shared/holidays.ts';
import { dayAt, earliestCall, earliestCallAnywhere } from '../../shared/notice.ts';
import { TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import { type Failure, fail } from '../../shared/result.ts';
import { chosenTime, type Submission } from '../../shared/submission.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { momentOf } from '../../shared/zoned-time.ts';
import { callingHold } from './calling-hours/calling-hold.ts';
import { callingMoment, candidateTimeZones } from './calling-hours/calling-moment.ts';
import type { SubmissionStore } from './ports.ts';
import type { SubmissionEvent } from './transition.ts';
import type { TransitionWriter } from './transition-writer.ts';

/** The parts of a submission that decide whether its candidate was told early enough. */
interface Told {
  readonly phoneNumber: string;
  readonly timeZone?: string | null | undefined;
  readonly noticeOn?: string | null | undefined;
  readonly anyHour?: boolean | undefined;
  readonly hoursWaivedUntil?: number | null | undefined;
}

/** The same, with whose notice it is. */
export interface Noticed extends Told {
  readonly candidateName: string;
}

type NoticeRules = Pick<WorkspaceRules, 'notice' | 'callingHours'>;

/** When nothing else says a time of day, calls after a wait begin at this one, minutes after midnight. */
const MORNING = 9 * 60;

export interface NoticeGateOptions {
  readonly workspaceId: string;
  readonly store: SubmissionStore;
  readonly transitions: TransitionWriter;
  readonly rules: () => Promise<WorkspaceRules>;
  readonly holidays?: HolidayLookup | undefined;
  /** UTC ms. */
  readonly now: () => number;
}

/** Keeps back submissions whose candidates were not told early enough, also if the rules have become stricter since. */
export class NoticeGate {
  private readonly options: NoticeGateOptions;
  private rules: NoticeRules | undefined;

  constructor(options: NoticeGateOptions) {
    this.options = options;
  }

  /** Those of the due submissions that may be sent; the others are stored as held, or as waiting for their day. */
  async passing(due: readonly Submission[]): Promise<readonly Submission[]> {
    const rules = await this.readRules();
    const kept = due.filter((each) => !this.mayCall(each));
    await this.options.transitions.applyEach(
      kept.map((each) => {
        if (!each.noticeOn) return [each, { type: 'rule_broken', code: 'notice_missing' }] as const;
        const until = callAfterNotice(
          rules,
          each,
          noticeEnd(rules, each, each.noticeOn),
          this.options.holidays,
        );
        return [each, { type: 'notice_waited', until }] as const;
      }),
    );
    return due.filter((each) => this.mayCall(each));
  }

  /** Goes by these rules from now on, until it reads them again. */
  goBy(rules: NoticeRules): void {
    this.rules = rules;
  }

  /** Whether the notice is early enough for a call now, by the rules as last read. */
  mayCall(submission: Noticed): boolean {
    if (!this.rules) return true;
    const { notice } = this.rules;
    if (!notice.asked) return true;
    if (!submission.noticeOn) return !notice.required;
    return endsAfter(this.rules, submission, submission.noticeOn, this.options.now()) === null;
  }

  /**
   * Holds what waits without a notice that is now required, returns to the queue what is allowed again, and lets what was
   * told too recently wait for the day that the rules say now.
   */
  async rulesChanged(): Promise<void> {
    const rules = await this.readRules();
    const { notice } = rules;
    const { store, workspaceId, transitions } = this.options;
    const isMissing = ({ noticeOn }: Submission): boolean => notice.asked && notice.required && !noticeOn;
    const queued = await store.inStates(workspaceId, ['queued']);
    await transitions.applyToAll(queued.filter(isMissing), { type: 'rule_broken', code: 'notice_missing' });
    const held = await store.inStates(workspaceId, ['held']);
    const released = held.filter((each) => each.problem?.code === 'notice_missing' && !isMissing(each));
    await transitions.applyToAll(released, { type: 'resumed', by: 'rules' });
    const waiting = await store.inStates(workspaceId, ['queued', 'held']);
    await transitions.applyEach(waiting.flatMap((each) => this.waitedAnew(rules, each)));
  }

  /**
   * The clock was set forward by this much, ms: what waits for a day that has come only because of that waits as long as it
   * would have. Where calling hours ask a person about it, the person decides.
   */
  async clockSetForward(byMs: number): Promise<void> {
    const { store, workspaceId, transitions } = this.options;
    const now = this.options.now();
    // Submissions that something else changed in the meantime are looked at again.
    for (;;) {
      const queued = await store.inStates(workspaceId, ['queued']);
      const passed = queued.flatMap((each) => {
        const { wantedAt, notBefore, callingHold, createdAt } = each;
        if (wantedAt === undefined || notBefore === null || callingHold?.question) return [];
        // The clock was behind what it had been before: it was corrected.
        if (createdAt > now - byMs) return [];
        if (notBefore > now || notBefore <= now - byMs) return [];
        return [[each, { type: 'notice_waited', until: notBefore + byMs }] as const];
      });
      if (passed.length === 0) return;
      await transitions.applyEach(passed);
    }
  }

  /** How the wait of this submission changes, if it does. One that a person chose a later time for keeps it. */
  private waitedAnew(
    rules: NoticeRules,
    each: Submission,
  ): readonly (readonly [Submission, SubmissionEvent])[] {
    const { holidays } = this.options;
    const now = this.options.now();
    const { wantedAt, notBefore } = each;
    if (wantedAt === undefined || notBefore === null || notBefore <= now) return [];
    // What waits already goes on waiting, even if calling hours would hold it as long.
    const until = waitAt(rules, each, Math.max(now, chosenTime(each) ?? 0), holidays);
    if (until === null) return [[each, { type: 'notice_wait_ended' }]];
    // Until holidays are known it waits as before, unless its notice ends later: at every start they are learnt anew.
    const isUnsure = until < notBefore && !areHolidaysKnown(rules, each, until, holidays);
    return until === notBefore || isUnsure ? [] : [[each, { type: 'notice_waited', until }]];
  }

  private async readRules(): Promise<NoticeRules> {
    const rules = await this.options.rules();
    this.goBy(rules);
    return rules;
  }
}

/**
 * Why these may not be submitted, to be called at `at` (UTC ms) or later; undefined if they may. `waits`: those told too
 * recently wait for their day, so they are no problem.
 */
export function noticeProblem(
  rules: NoticeRules,
  submitted: readonly Noticed[],
  {
    now,
    at = () => now,
    waits = false,
    holidays,
  }: {
    readonly now: number;
    readonly at?: (submission: Noticed) => number;
    readonly waits?: boolean;
    readonly holidays?: HolidayLookup | undefined;
  },
): Failure | undefined {
  const { notice } = rules;
  if (!notice.asked) return undefined;
  for (const each of submitted) {
    const { candidateName, noticeOn } = each;
    if (!noticeOn) {
      if (notice.required) return fail('notice_missing');
      continue;
    }
    if (earliestCallAnywhere(noticeOn, 0) > now && noticeOn > dayAt(now)) return fail('notice_in_future');
    const sendAt = waits ? null : waitAt(rules, each, at(each), holidays);
    if (sendAt !== null) {
      return fail('notice_too_recent', { candidateName, noticeOn, days: notice.days, sendAt });
    }
  }
  return undefined;
}

/**
 * The day for which a submission has to wait, to be called at `earliest` (UTC ms) or once calling hours allow it then; null
 * if notice and call are far enough apart.
 */
export function afterNotice(
  rules: NoticeRules,
  submission: Told,
  earliest: number,
  holidays: HolidayLookup | undefined,
): number | null {
  return waitAt(rules, submission, sendMoment(rules, submission, earliest, holidays), holidays);
}

/** When calling hours and the notice rule really let a submission go that is due at `earliest` (UTC ms). */
export function goesOutAt(
  rules: NoticeRules,
  submission: Told,
  earliest: number,
  holidays: HolidayLookup | undefined,
): number {
  const at = sendMoment(rules, submission, earliest, holidays);
  return waitAt(rules, submission, at, holidays) ?? at;
}

/** The day for which a submission has to wait, to be called at this moment (UTC ms); null if it need not. */
function waitAt(
  rules: NoticeRules,
  submission: Told,
  at: number,
  holidays: HolidayLookup | undefined,
): number | null {
  const { noticeOn } = submission;
  const end = rules.notice.asked && noticeOn ? endsAfter(rules, submission, noticeOn, at) : null;
  return end === null ? null : callAfterNotice(rules, submission, end, holidays);
}

/**
 * When calling hours really let a submission go that is due at `earliest` (UTC ms). A hold that a person may end, or that
 * holidays not known yet cause, does not count: the gate looks again when it is sent.
 */
export function sendMoment(
  { callingHours }: Pick<NoticeRules, 'callingHours'>,
  { phoneNumber, timeZone = null, anyHour = false, hoursWaivedUntil = null }: Told,
  earliest: number,
  holidays: HolidayLookup | undefined,
): number {
  const callee = { phoneNumber, timeZone, anyHour, hoursWaivedUntil };
  const hold = callingHold(callingHours, callee, earliest, holidays);
  if (hold === null || hold === TIME_ZONE_NEEDED) return earliest;
  return !hold.question && hold.holiday !== null ? hold.until : earliest;
}

/** When the days after the notice end (UTC ms); null if they are over at this moment. */
function endsAfter(rules: NoticeRules, submission: Told, noticeOn: string, at: number): number | null {
  // The Outbox asks for every row it shows, and most were told long ago.
  if (at >= earliestCallAnywhere(noticeOn, rules.notice.days)) return null;
  const end = noticeEnd(rules, submission, noticeOn);
  return at >= end ? null : end;
}

function noticeEnd({ notice, callingHours }: NoticeRules, submission: Told, noticeOn: string): number {
  return earliestCall(noticeOn, notice.days, zonesOf(submission, callingHours.defaultTimeZone));
}

/** The first good time for a call after the notice `end`s: when calling hours begin, or else in the morning there. */
function callAfterNotice(
  { callingHours }: NoticeRules,
  submission: Told,
  end: number,
  holidays: HolidayLookup | undefined,
): number {
  const callee = { phoneNumber: submission.phoneNumber, timeZone: submission.timeZone ?? null };
  if (callingHours.enabled && !submission.anyHour) {
    const { at, holiday } = callingMoment(callingHours, callee, end, holidays);
    // Holidays that aren't known yet are looked at once it is due, and so is a time zone that nobody chose.
    return holiday === null || at === null ? end : at;
  }
  const zones = zonesOf(submission, callingHours.defaultTimeZone);
  const day = Date.parse(`${dayAt(end, zones[0])}T00:00:00Z`);
  return Math.max(end, ...zones.map((zone) => momentOf(zone, day, MORNING)));
}

/** Whether the holidays that count for this candidate at this moment are known. */
function areHolidaysKnown(
  { callingHours }: NoticeRules,
  { phoneNumber, timeZone, anyHour }: Submission,
  at: number,
  holidays: HolidayLookup | undefined,
): boolean {
  if (!callingHours.enabled || anyHour) return true;
  return callingMoment(callingHours, { phoneNumber, timeZone }, at, holidays).holiday !== null;
}

function zonesOf({ phoneNumber, timeZone = null }: Told, defaultTimeZone: string): readonly string[] {
  const told = candidateTimeZones({ phoneNumber, timeZone });
  return told.length > 0 ? told : [defaultTimeZone];
}
