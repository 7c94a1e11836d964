import { REFUSAL_CODES, type RowCode } from './call-rules.ts';
import type { HistoryValues } from './history-event.ts';
import type { SubmissionProblem } from './problems.ts';
import type { HoldQuestion, Submission, SubmissionState } from './submission.ts';

/** A row of the Outbox: everything not yet accepted, with names from the Library. */
export interface OutboxRow extends Submission {
  readonly jobName: string | null;
  readonly questionnaireName: string | null;
  /** Only of a waiting one: the rule that refuses to send it now. */
  readonly refusedNow?: RuleRefusal | undefined;
}

/** Why a rule of the workspace refuses to send a submission now, whatever a person says. */
export interface RuleRefusal {
  readonly code: RowCode;
  /** When it doesn't any more, UTC ms; left out if that isn't a matter of time. */
  readonly until?: number | undefined;
  /** Only with `time_zone_needed`: the time zones (IANA) that the number may be in. */
  readonly timeZones?: readonly string[] | undefined;
}

export const OUTBOX_PARTS = ['waiting', 'drafts', 'refused'] as const;

export type OutboxPart = (typeof OUTBOX_PARTS)[number];

export const OUTBOX_PAGE = 100;

/** Rows per page of a group: there may be many groups, each with few rows on screen. */
export const GROUP_PAGE = 25;

export interface Outbox {
  /** First page of queued, connecting, sending and held, next to be sent first. */
  readonly waiting: readonly OutboxRow[];
  /** All unconfirmed, oldest first; not paged, because one decision may apply to all of them. */
  readonly needsDecision: readonly OutboxRow[];
  /** First page of drafts, newest first. */
  readonly drafts: readonly OutboxRow[];
  /** First page of submissions that the service refused. */
  readonly refused: readonly OutboxRow[];
  /** The question whether some waiting submissions may be sent; null if there is none. */
  readonly question: OutboxQuestion | null;
  /** Total rows of each part. */
  readonly counts: Readonly<Record<OutboxPart, number>>;
  /** What left the Outbox: total rows of each part of its history. */
  readonly history: Readonly<Record<HistoryPart, number>>;
}

/** What became of what left the Outbox: withdrawn after the service refused it, withdrawn otherwise, or accepted. */
export const HISTORY_PARTS = ['refused', 'discarded', 'sent'] as const;

export type HistoryPart = (typeof HISTORY_PARTS)[number];

/** How many submissions of a workspace there are in each part of the Outbox. Every count on screen comes from these. */
export interface OutboxCounts {
  /** Queued, connecting, sending and held. */
  readonly waiting: number;
  /** Unconfirmed. */
  readonly needsDecision: number;
  readonly refused: number;
  /** Of the waiting ones: held until a person acts. Those paused by a person or waiting for a sign-in don't count. */
  readonly heldForPerson: number;
  readonly drafts: number;
}

export const NO_OUTBOX_COUNTS: OutboxCounts = {
  waiting: 0,
  needsDecision: 0,
  refused: 0,
  heldForPerson: 0,
  drafts: 0,
};

/** How many submissions need a person. */
export function attentionOf({ needsDecision, refused, heldForPerson }: OutboxCounts): number {
  return needsDecision + refused + heldForPerson;
}

/** Tabs of the Outbox whose rows are grouped by cause. */
export const GROUPED_TABS = ['needs-you', 'waiting', 'drafts'] as const;

export type GroupedTab = (typeof GROUPED_TABS)[number];

export const OUTBOX_TABS = ['all', ...GROUPED_TABS, 'history'] as const;

export type OutboxTab = (typeof OUTBOX_TABS)[number];

/** What the rows of a group have in common apart from their cause; `held`: until a person acts. */
export const GROUP_PARTS = ['decisions', 'held', 'waiting', 'refused', 'drafts'] as const;

export type GroupPart = (typeof GROUP_PARTS)[number];

export const PARTS_OF_TAB: Readonly<Record<GroupedTab, readonly GroupPart[]>> = {
  'needs-you': ['decisions', 'held', 'refused'],
  waiting: ['waiting'],
  drafts: ['drafts'],
};

/** Which rows of a part belong to a group: those with one cause, or all others. A cause is an opaque key; '' for none. */
export type GroupCause = { readonly is: string } | { readonly isNot: readonly string[] };

/** Submissions of one part with the same cause. */
export interface OutboxGroup {
  readonly part: GroupPart;
  readonly cause: GroupCause;
  readonly count: number;
  /** The problem of one of them; null if they have none, or not the same. */
  readonly problem: SubmissionProblem | null;
  /** When the last of them changed, UTC ms: a decision doesn't apply to submissions that joined later. */
  readonly shownUntil: number;
  /** Their first page. */
  readonly rows: readonly OutboxRow[];
}

/** A submission that left the Outbox. */
export interface HistoryRow extends OutboxRow {
  /** Who withdrew it; null if nobody did, or its history doesn't say. */
  readonly discardedBy: HistoryValues['discarded']['by'] | null;
}

/** What a person does with many submissions at once. `resubmit`: refused ones, corrected or as they are. */
export const BULK_ACTIONS = [
  'discard',
  'send_again',
  'try_now',
  'resubmit',
  'take_back',
  'choose_time_zone',
] as const;

export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Submissions of a part of the Outbox: these, or a group as it was when shown. */
export type BulkRows =
  | { readonly ids: readonly string[] }
  | { readonly cause: GroupCause; readonly shownUntil: number };

/** What a bulk action changes. */
export interface BulkValues {
  readonly correction?: Correction | undefined;
  /** The time zone (IANA) that a person chose; those whose number can't be in it are left out, unless it is a single one. */
  readonly timeZone?: string | undefined;
}

export type Correction = {
  readonly [Field in 'jobDescriptionId' | 'questionnaireTemplateId']?: string | undefined;
};

/** What to do with which submissions. */
export interface BulkRequest extends BulkValues {
  readonly action: BulkAction;
  readonly part: GroupPart;
  readonly rows: BulkRows;
}

/** Why a bulk action left a submission out. */
export const LEFT_OUT_REASONS = [
  'moved_on',
  'already_taken',
  'duplicate',
  'may_have_reached',
  ...REFUSAL_CODES,
  'other_time_zone',
  'no_retry',
] as const;

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** What a bulk action did. */
export interface BulkOutcome {
  readonly changed: number;
  readonly leftOut: Readonly<Partial<Record<LeftOutReason, number>>>;
  /** Submissions that can still be taken back, and until when (UTC ms). */
  readonly undo: { readonly ids: readonly string[]; readonly until: number } | null;
  /** Submissions that were discarded, which can be undone. */
  readonly discarded: readonly string[];
  /** Submissions whose time zone was chosen, which can be undone. */
  readonly chosen: readonly string[];
  /** A person stopped it before it was through. */
  readonly stopped: boolean;
}

export interface BulkProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Asks a person about submissions that the current rules would release, although they are outside the calling hours
 * that held them, or although the clock was set forward past their time.
 */
export interface OutboxQuestion {
  /** Number of held submissions by time zone (IANA name) and reason. */
  readonly held: readonly {
    readonly timeZone: string;
    readonly about: HoldQuestion['about'];
    readonly count: number;
  }[];
  /** When the last of them changed, UTC ms: an answer doesn't apply to submissions that joined later. */
  readonly shownUntil: number;
}

/** Problem code of a submission that a person paused. */
export const PAUSED_BY_YOU = 'paused_by_you';

/** Problem code of a submission whose correction ended with the window or the app. */
export const EDIT_INTERRUPTED = 'edit_interrupted';

/** Problem code of a submission whose number may be in time zones that share no calling hour. */
export const TIME_ZONE_NEEDED = 'time_zone_needed';

/** Whether only a person's decision about this very submission releases it from hold. */
export function isHeldByPerson(problemCode: string | undefined): boolean {
  return (
    problemCode === PAUSED_BY_YOU || problemCode === EDIT_INTERRUPTED || problemCode === TIME_ZONE_NEEDED
  );
}

/**
 * Whether it waits for the service, the network or a repair by a person, and may so be tried with others; not if it waits for a
 * chosen time, the undo window or a decision about it alone.
 */
export function waitsForRetry({ problem }: Pick<Submission, 'problem'>): boolean {
  return problem !== null && !isHeldByPerson(problem.code);
}

/** Problem code of a submission that waits for a new sign-in. */
export const SIGN_IN_NEEDED = 'sign_in_needed';

/** Problem code of a submission that waits for a token refresh. */
export const SIGN_IN_NOT_RENEWED = 'sign_in_not_renewed';

/** Problem code of a submission accepted without an ID: only entering the ID resolves it. */
export const TAKEN_WITHOUT_ID = 'accepted_without_id';

/** Whether a person may send an unconfirmed submission again: not if the service is known to have accepted it. */
export function maySendAgain({ problem }: Pick<Submission, 'problem'>): boolean {
  return problem?.code !== TAKEN_WITHOUT_ID;
}

/** An earlier submission or request with the same phone number. */
export interface Duplicate {
  /** E.164. */
  readonly phoneNumber: string;
  readonly submissionId: string;
  readonly candidateName: string;
  readonly state: SubmissionState;
  /** Its local state or, once accepted, the service's status. */
  readonly status: string;
  /** The service's id, once accepted. */
  readonly requestId: string | null;
  /** When it was submitted, UTC ms. */
  readonly submittedAt: number;
  /** When it reached or may have reached the service, UTC ms; null if it can't have. */
  readonly reachedAt: number | null;
  /** The service accepted it without returning an id. */
  readonly taken: boolean;
  /** Its workspace; null if it is the current one. */
  readonly workspace: { readonly name: string; readonly removed: boolean } | null;
  readonly jobName: string | null;
  readonly jobDescriptionId: string;
  /** The colleague who submitted it; left out if it was submitted here. */
  readonly by?: string | undefined;
}
