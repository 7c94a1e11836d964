import { z } from 'zod';
import type { Coded, ValuesOf } from './coded.ts';
import { DO_NOT_CALL_SOURCES } from './do-not-call.ts';
import type { CallingHold, SubmissionFields } from './submission.ts';
import { triesRule } from './tries.ts';
import type { RulePart } from './workspace-rules.ts';

/** What a claim to a telephone on the team database says (team/schema.sql); what is `free` was called by nobody. */
export const CLAIM_STATES = ['claimed', 'unclear', 'accepted', 'reached'] as const;
/** In place of one: the database was restored, and computers of these colleagues haven't connected since. */
export const RESTORED = 'restored';

/** UTC ms, within the range of `Date`. */
const moment = z.number().min(-8.64e15).max(8.64e15);
const none = z.null();

/** What a reason is for all who meet it: main judges by it, and every list of codes and words is made from it. */
interface ReasonRow {
  /** The rule that says it, by its name in `judge.ts`. */
  readonly rule: string;
  /** The part of the workspace's rules that asks for it; null for what holds in every workspace. */
  readonly part: RulePart | null;
  /** `waits`: it may go later by itself; `needs`: a person has to do something first. */
  readonly answer: 'waits' | 'needs';
  /** Whether it refuses what a person submits or wants sent now; otherwise that waits. */
  readonly refuses: boolean;
  /**
   * With one that waits already: `problem`: it is stored as its problem, `row`: its row says it beside what it waits for; null:
   * it is withdrawn, waits as for calling hours, or isn't asked.
   */
  readonly waiting: 'problem' | 'row' | null;
  /** The field that a person corrects; null if there is none. */
  readonly field: keyof SubmissionFields | null;
  /** What the review of an import makes of a row, with the code of its note; null if it only waits, or isn't asked. */
  readonly review: { readonly state: 'blocked' | 'invalid'; readonly as: string } | null;
  /** What its words need. */
  readonly values: z.ZodType;
}

/**
 * Every reason why a call may not go, by its code, in the order in which they are told. The codes are stored and sent: failures,
 * problems of submissions and rows, and bulk actions take them from here; `words/rule-words.ts` has their words, `judge.ts` the
 * rules.
 */
export const CALL_REASONS = {
  do_not_call: {
    rule: 'do_not_call',
    part: null,
    answer: 'needs',
    refuses: true,
    waiting: null,
    field: 'phoneNumber',
    review: { state: 'blocked', as: 'on_do_not_call_list' },
    values: z.object({ source: z.enum(DO_NOT_CALL_SOURCES), reason: z.string().max(2000), addedAt: moment }),
  },
  country_not_allowed: {
    rule: 'countries',
    part: 'allowedCountries',
    answer: 'needs',
    refuses: true,
    waiting: 'problem',
    field: 'phoneNumber',
    review: { state: 'blocked', as: 'country_not_allowed' },
    /** ISO 3166; null if the number doesn't tell. */
    values: z.object({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .nullable(),
    }),
  },
  consent_missing: {
    rule: 'consent',
    part: 'consent',
    answer: 'needs',
    refuses: true,
    waiting: null,
    field: 'consentWording',
    review: null,
    values: none,
  },
  consent_reworded: {
    rule: 'consent',
    part: 'consent',
    answer: 'needs',
    refuses: true,
    waiting: null,
    field: 'consentWording',
    review: null,
    values: none,
  },
  notice_missing: {
    rule: 'notice',
    part: 'notice',
    answer: 'needs',
    refuses: true,
    waiting: 'problem',
    field: 'noticeOn',
    review: { state: 'invalid', as: 'day_missing' },
    values: none,
  },
  notice_in_future: {
    rule: 'notice',
    part: 'notice',
    answer: 'needs',
    refuses: true,
    waiting: 'row',
    field: 'noticeOn',
    review: { state: 'invalid', as: 'day_to_come' },
    values: none,
  },
  /** The number may be in `timeZones` (IANA), which share no calling hour, and nobody chose one. */
  time_zone_needed: {
    rule: 'time_zone',
    part: 'callingHours',
    answer: 'needs',
    refuses: true,
    waiting: 'problem',
    field: null,
    review: null,
    values: z.object({ timeZones: z.array(z.string()).readonly() }),
  },
  /** A colleague has the number: their claim on the team database, in this state since `at`. */
  colleague_claimed: {
    rule: 'team',
    part: null,
    answer: 'needs',
    refuses: true,
    waiting: 'problem',
    field: null,
    review: null,
    values: z.object({
      person: z.string().max(200),
      state: z.enum([...CLAIM_STATES, RESTORED]),
      at: moment,
      /** The job's name; '' without one. */
      job: z.string(),
      /** The team's number of the change that made the claim: what a person confirms. */
      change: z.number(),
    }),
  },
  outside_hours: {
    rule: 'calling_hours',
    part: 'callingHours',
    answer: 'waits',
    refuses: false,
    waiting: null,
    field: null,
    review: null,
    values: z.object({ hold: z.custom<CallingHold>() }),
  },
  tries_used_up: {
    rule: 'tries',
    part: 'tries',
    answer: 'waits',
    refuses: true,
    waiting: 'problem',
    field: null,
    review: { state: 'blocked', as: 'tries_used_up' },
    /** `tries`: how many there were within these days. `nextAt`: when the next one is allowed. */
    values: triesRule.extend({ tries: z.number(), nextAt: moment }),
  },
  /** `noticeOn`: `2027-01-06`. `days`: how many must lie before the call. `sendAt`: when it would be called then. */
  notice_too_recent: {
    rule: 'notice_days',
    part: 'notice',
    answer: 'waits',
    refuses: true,
    waiting: 'row',
    field: 'noticeOn',
    review: null,
    values: z.object({ noticeOn: z.string(), days: z.number(), sendAt: moment }),
  },
  /** It can't be told yet whether the number is on the do-not-call list. */
  list_unclear: {
    rule: 'list_unclear',
    part: null,
    answer: 'waits',
    refuses: false,
    waiting: null,
    field: null,
    review: null,
    values: none,
  },
} as const satisfies Readonly<Record<string, ReasonRow>>;

type Reasons = typeof CALL_REASONS;
export type ReasonCode = keyof Reasons;
export type RuleName = Reasons[ReasonCode]['rule'];

/** What the words of each code need. */
export type ReasonValues = ValuesOf<{ readonly [Code in ReasonCode]: Reasons[Code]['values'] }>;
/** Why a call may not go, by code, with what its words need. */
export type Reason<Code extends ReasonCode = ReasonCode> = Coded<Pick<ReasonValues, Code>>;

type CodesLike<Row> = {
  readonly [Code in ReasonCode]: Reasons[Code] extends Row ? Code : never;
}[ReasonCode];

export type NeedsCode = CodesLike<{ answer: 'needs' }>;
export type WaitsCode = CodesLike<{ answer: 'waits' }>;
export type RefusalCode = CodesLike<{ refuses: true }>;
/** A code that a row of the Outbox may say. */
export type RowCode = CodesLike<{ waiting: 'problem' | 'row' }>;
/** A code that is stored as a submission's problem. */
export type StandingCode = CodesLike<{ waiting: 'problem' }>;
/** Of these, one that is held until a person acts, and one that waits in the queue until its time. */
export type HoldingCode = StandingCode & NeedsCode;
export type PutOffCode = StandingCode & WaitsCode;
/** What the review of an import says of a row. */
export type ReviewCode = CodesLike<{ review: object }>;
/** Of these, what speaks against the number itself. */
export type BlockedCode = CodesLike<{ review: { state: 'blocked' } }>;
/** About the number alone: the form says it as soon as the number is typed. */
export type HintCode = CodesLike<{ answer: 'needs'; review: { state: 'blocked' }; part: RulePart }>;

const CODES = Object.keys(CALL_REASONS) as readonly ReasonCode[];

function rowOf(code: string): ReasonRow | undefined {
  return Object.hasOwn(CALL_REASONS, code) ? CALL_REASONS[code as ReasonCode] : undefined;
}

export function isRefusalCode(code: string): code is RefusalCode {
  return rowOf(code)?.refuses === true;
}

export function isStandingCode(code: string): code is StandingCode {
  return rowOf(code)?.waiting === 'problem';
}

export function isRowCode(code: string): code is RowCode {
  return Boolean(rowOf(code)?.waiting);
}

export function isHoldingCode(code: string): code is HoldingCode {
  return isStandingCode(code) && CALL_REASONS[code].answer === 'needs';
}

export function isPutOffCode(code: string): code is PutOffCode {
  return isStandingCode(code) && CALL_REASONS[code].answer === 'waits';
}

export function isReviewCode(code: string): code is ReviewCode {
  return Boolean(rowOf(code)?.review);
}

function isBlockedCode(code: string): code is BlockedCode {
  return rowOf(code)?.review?.state === 'blocked';
}

export function isHintCode(code: string): code is HintCode {
  return isBlockedCode(code) && CALL_REASONS[code].answer === 'needs' && CALL_REASONS[code].part !== null;
}

/** What refuses a submission that a person submits or wants sent, in the order in which it is told. */
export const REFUSAL_CODES = CODES.filter(isRefusalCode);
/** What waits with its reason as its problem. */
export const STANDING_CODES = CODES.filter(isStandingCode);
/** What the review of an import says of rows. */
export const REVIEW_CODES = CODES.filter(isReviewCode);
export const BLOCKED_CODES = CODES.filter(isBlockedCode);
export const HINT_CODES = CODES.filter(isHintCode);

/** What a failure says of a submission that is refused. */
export interface Refused {
  readonly candidateName: string;
  /** How many more of those submitted together are refused for this. */
  readonly others: number;
  /** When it isn't refused any more, UTC ms; null if that isn't a matter of time. */
  readonly until: number | null;
}

/** The values of the failure that each refusal is. */
export type RefusalFailures = {
  readonly [Code in RefusalCode]: Refused & (ReasonValues[Code] extends null ? unknown : ReasonValues[Code]);
};

/** The values of the notes about rows of a file, by the code of the note. */
export type ReviewValues = {
  readonly [Code in ReviewCode as Reasons[Code]['review']['as']]: Reasons[Code]['values'];
};
// By its type, each code has the schema of its reason.
export const REVIEW_VALUES = Object.fromEntries(
  REVIEW_CODES.map((code) => [CALL_REASONS[code].review.as, CALL_REASONS[code].values]),
) as ReviewValues;
