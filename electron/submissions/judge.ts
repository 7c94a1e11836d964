import { parsePhoneNumberFromString } from 'libphonenumber-js/max/es6';
import { callKey } from '../../shared/call-key.ts';
import {
  CALL_REASONS,
  isHoldingCode,
  type NeedsCode,
  type Reason,
  type ReasonCode,
  type ReasonValues,
  type RuleName,
  type WaitsCode,
} from '../../shared/call-rules.ts';
import type { CodeArguments } from '../../shared/coded.ts';
import type { Forbidding, ForbiddingEntry } from '../../shared/do-not-call.ts';
import type { HolidayLookup } from '../../shared/holidays.ts';
import { coded } from '../../shared/make-coded.ts';
import { dayAt, earliestCallAnywhere } from '../../shared/notice.ts';
import { TIME_ZONE_NEEDED } from '../../shared/outbox.ts';
import type { CallingHold, Submission } from '../../shared/submission.ts';
import { type Try, timesAt, triesUsed } from '../../shared/tries.ts';
import type { WorkspaceRules } from '../../shared/workspace-rules.ts';
import { callingHold, type HeldForHours, isExempt, needsTimeZone, zonesOfNumber } from './calling-hours.ts';
import { afterNotice, goesOutAt, type Told } from './notice-wait.ts';

/** What a call is asked for: a stored submission, or what a person submits. */
export interface Judged extends Told {
  readonly callingHold?: CallingHold | null | undefined;
  readonly hoursInForce?: Submission['hoursInForce'];
  /** See `Submission`. */
  readonly teamSeen?: number | undefined;
  /** The wording that a person ticked. */
  readonly consentWording?: string | null | undefined;
  /** What is stored of it. */
  readonly consent?: Submission['consent'] | undefined;
}

/** What is known beside the submission and the rules. What is left out isn't asked now. */
export interface Facts {
  /** `being_listed`: it is being put on the do-not-call list, which counts before it is on the disk. */
  readonly forbidding?: Forbidding | 'being_listed' | null;
  readonly tries?: readonly Try[];
  /** A colleague's claim to its telephone, as far as it is known here. */
  readonly colleague?: ReasonValues['colleague_claimed'] | null | undefined;
  /** Moments (UTC ms) of tries that come before this one in the same go. */
  readonly planned?: readonly number[];
  /** Now by a clock that setting the computer's forward doesn't move; left out: the computer's. UTC ms. */
  readonly steadyNow?: number;
  readonly holidays?: HolidayLookup | undefined;
  /** Whether a person submits it now, and so says that the candidate consented. */
  readonly isNew?: boolean;
  /**
   * `asked`: calling hours, and whether a person has to choose the time zone for them; `zone`: only the latter, as a person may
   * waive the hours; left out: neither, as they are looked at once it is due.
   */
  readonly hours?: 'asked' | 'zone';
  /** When the call would be made, UTC ms; left out: now. */
  readonly at?: number;
}

/** Why a call may not go: `waits`: it may later by itself, `until` UTC ms (null: nobody knows); `needs`: a person acts first. */
export type Finding =
  | { readonly answer: 'waits'; readonly until: number | null; readonly reason: Reason<WaitsCode> }
  | { readonly answer: 'needs'; readonly until: null; readonly reason: Reason<NeedsCode> };

export type Verdict = { readonly answer: 'goes' } | Finding;

/** A rule that let a send through, as the evidence names it. Stored permanently: never change a code. */
export type PassedGate =
  | 'do_not_call'
  | 'consent'
  | 'notice'
  | 'calling_hours'
  /** A person exempted it from the calling hours. */
  | 'calling_hours_waived'
  | 'countries'
  | 'tries';

interface Asked {
  readonly submission: Judged;
  readonly rules: WorkspaceRules;
  readonly facts: Facts;
  readonly now: number;
  readonly at: number;
}

interface Rule {
  /** Why it speaks against the call; undefined if it doesn't. */
  readonly finds: (asked: Asked) => Finding | undefined;
  /** What the evidence says of a send that it let through; undefined if nobody asks for this rule. */
  readonly passed: (rules: WorkspaceRules, submission: Judged, now: number) => PassedGate | undefined;
}

/**
 * Every rule that a call has to pass, in the order in which it is told why it may not go: first what a person has to do
 * something about, then what only takes time.
 */
const RULES = {
  do_not_call: {
    finds: ({ facts: { forbidding } }) =>
      typeof forbidding === 'object' && forbidding ? needs('do_not_call', listed(forbidding)) : undefined,
    passed: () => 'do_not_call',
  },
  countries: {
    finds: ({ rules: { allowedCountries }, submission: { phoneNumber } }) => {
      if (allowedCountries.length === 0) return undefined;
      const country = parsePhoneNumberFromString(phoneNumber)?.country;
      // A number whose country can't be told is of none that is allowed.
      if (country !== undefined && allowedCountries.includes(country)) return undefined;
      return needs('country_not_allowed', { country: country ?? null });
    },
    passed: ({ allowedCountries }) => (allowedCountries.length > 0 ? 'countries' : undefined),
  },
  consent: {
    finds: ({ rules: { consent }, submission: { consentWording }, facts }) => {
      if (!facts.isNew || !consent.asked || !consent.required || consentWording === consent.wording) {
        return undefined;
      }
      return needs(consentWording ? 'consent_reworded' : 'consent_missing');
    },
    passed: (_rules, { consent }) => (consent ? 'consent' : undefined),
  },
  notice: {
    finds: ({ rules: { notice }, submission: { noticeOn }, now }) => {
      if (!notice.asked) return undefined;
      if (!noticeOn) return notice.required ? needs('notice_missing') : undefined;
      const isToCome = earliestCallAnywhere(noticeOn, 0) > now && noticeOn > dayAt(now);
      return isToCome ? needs('notice_in_future') : undefined;
    },
    passed: ({ notice }, { noticeOn }) => (notice.asked && noticeOn ? 'notice' : undefined),
  },
  team: {
    finds: ({ facts: { colleague }, submission: { teamSeen } }) => {
      if (!colleague || (teamSeen !== undefined && colleague.change <= teamSeen)) return undefined;
      return needs('colleague_claimed', colleague);
    },
    passed: () => undefined,
  },
  time_zone: {
    finds: ({ rules: { callingHours }, submission, facts, at }) => {
      if (!facts.hours || !needsTimeZone(callingHours, heldForHours(submission), at)) return undefined;
      return needs(TIME_ZONE_NEEDED, { timeZones: zonesOfNumber(submission.phoneNumber) });
    },
    passed: () => undefined,
  },
  calling_hours: {
    finds: ({ rules: { callingHours }, submission, facts, at }) => {
      if (facts.hours !== 'asked') return undefined;
      const hold = callingHold(callingHours, heldForHours(submission), at, facts.holidays);
      return hold && hold !== TIME_ZONE_NEEDED ? waits(hold.until, 'outside_hours', { hold }) : undefined;
    },
    passed: ({ callingHours }, submission, now) => {
      const { hoursInForce = [] } = submission;
      if (!callingHours.enabled && hoursInForce.length === 0) return undefined;
      return isExempt(heldForHours(submission), now) ? 'calling_hours_waived' : 'calling_hours';
    },
  },
  tries: {
    finds: ({ rules, submission, facts, now, at }) => {
      const { tries, planned = [], steadyNow, holidays } = facts;
      if (!rules.tries || !tries || tries.length + planned.length < rules.tries.most) return undefined;
      const sentAt = goesOutAt(rules, submission, steadyNow ?? at, holidays);
      const used = triesUsed(rules.tries, [...timesAt(tries, steadyNow ?? now), ...planned], sentAt);
      return used ? waits(used.nextAt, 'tries_used_up', used) : undefined;
    },
    passed: ({ tries }) => (tries ? 'tries' : undefined),
  },
  notice_days: {
    finds: ({ rules, submission, facts, at }) => {
      const { noticeOn } = submission;
      const sendAt = afterNotice(rules, submission, at, facts.holidays);
      if (sendAt === null || !noticeOn) return undefined;
      return waits(sendAt, 'notice_too_recent', { noticeOn, days: rules.notice.days, sendAt });
    },
    passed: () => undefined,
  },
  list_unclear: {
    finds: ({ facts: { forbidding } }) =>
      typeof forbidding === 'string' ? waits(null, 'list_unclear') : undefined,
    passed: () => undefined,
  },
} as const satisfies Readonly<Record<RuleName, Rule>>;

const ALL = Object.keys(RULES) as readonly RuleName[];
const CODES = Object.keys(CALL_REASONS) as readonly ReasonCode[];
/** Those that may speak against a row of a file whatever the other rows are. */
export const RULES_OF_ROW = rulesOf((code) => CALL_REASONS[code].review !== null);
/** Of these, those that are about the number and its person, whatever else is asked of a submission. */
export const NUMBER_RULES = rulesOf((code) => CALL_REASONS[code].review?.state === 'blocked');
/** Those that hold a waiting submission until a person does something. */
export const HOLDING_RULES = rulesOf(isHoldingCode);

function rulesOf(has: (code: ReasonCode) => boolean): readonly RuleName[] {
  const codes = CODES.filter(has);
  return ALL.filter((name) => codes.some((code) => CALL_REASONS[code].rule === name));
}

/**
 * May this call go at `now` (UTC ms)? The first rule that speaks against it says why. Pure, and the only place that knows the
 * rules: whoever submits, shows, sends or stores the mark of a submission asks here.
 */
export function judge(
  submission: Judged,
  rules: WorkspaceRules,
  facts: Facts,
  now: number,
  among: readonly RuleName[] = ALL,
): Verdict {
  for (const name of among) {
    const found = findingOf(name, submission, rules, facts, now);
    if (found) return found;
  }
  return { answer: 'goes' };
}

/** What one rule says against the call, whatever the others say; undefined if nothing. */
export function findingOf(
  name: RuleName,
  submission: Judged,
  rules: WorkspaceRules,
  facts: Facts,
  now: number,
): Finding | undefined {
  const rule: Rule = RULES[name];
  return rule.finds({ submission, rules, facts, now, at: facts.at ?? now });
}

/** The rules that let a submission through whose mark is stored at `now` (UTC ms): what nobody asks for is none. */
export function passedGates(rules: WorkspaceRules, submission: Judged, now: number): readonly PassedGate[] {
  return ALL.flatMap((name) => RULES[name].passed(rules, submission, now) ?? []);
}

/**
 * The same for several in one go: each that may go, or only waits for its day, is a try for those after it to the same
 * telephone.
 */
export function judgeEach(
  submissions: readonly Judged[],
  rules: WorkspaceRules,
  facts: readonly Facts[],
  now: number,
  among: readonly RuleName[] = ALL,
): readonly Verdict[] {
  const plannedOf = new Map<string, number[]>();
  return submissions.map((each, index) => {
    const key = callKey(each.phoneNumber);
    const planned = plannedOf.get(key) ?? [];
    const known = { ...facts[index], planned };
    const verdict = judge(each, rules, known, now, among);
    if (
      verdict.answer === 'goes' ||
      (verdict.answer === 'waits' && verdict.reason.code !== 'tries_used_up')
    ) {
      planned.push(goesOutAt(rules, each, known.at ?? now, known.holidays));
      plannedOf.set(key, planned);
    }
    return verdict;
  });
}

function needs<Code extends NeedsCode>(code: Code, ...values: CodeArguments<ReasonValues, Code>): Finding {
  return {
    answer: 'needs',
    until: null,
    reason: coded<Pick<ReasonValues, NeedsCode>, Code>(code, ...values),
  };
}

function waits<Code extends WaitsCode>(
  until: number | null,
  code: Code,
  ...values: CodeArguments<ReasonValues, Code>
): Finding {
  return { answer: 'waits', until, reason: coded<Pick<ReasonValues, WaitsCode>, Code>(code, ...values) };
}

function listed({ source, reason, addedAt }: ForbiddingEntry): ReasonValues['do_not_call'] {
  return { source, reason, addedAt };
}

function heldForHours(submission: Judged): HeldForHours {
  const { phoneNumber, timeZone = null, anyHour = false, hoursWaivedUntil = null } = submission;
  const { callingHold: held = null, hoursInForce } = submission;
  return { phoneNumber, timeZone, anyHour, hoursWaivedUntil, callingHold: held, hoursInForce };
}
