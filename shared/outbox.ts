import type { HoldQuestion, Submission, SubmissionState } from './submission.ts';

/** A row of the Outbox (everything not yet accepted, design.md §4), with names from the Library. */
export interface OutboxRow extends Submission {
  readonly jobName: string | null;
  readonly questionnaireName: string | null;
}

/** Parts of the Outbox that are paged. */
export const OUTBOX_PARTS = ['waiting', 'drafts', 'refused'] as const;

export type OutboxPart = (typeof OUTBOX_PARTS)[number];

/** Rows per page. */
export const OUTBOX_PAGE = 100;

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
}
