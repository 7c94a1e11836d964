import type { HoldQuestion, Submission, SubmissionState } from './submission.ts';

/** The Outbox: everything not yet accepted (design.md §4), with the Library's names filled in. */
export interface OutboxRow extends Submission {
  readonly jobName: string | null;
  readonly questionnaireName: string | null;
}

/** Parts of the Outbox that may be long, and are read page by page. */
export const OUTBOX_PARTS = ['waiting', 'drafts', 'refused'] as const;

export type OutboxPart = (typeof OUTBOX_PARTS)[number];

/** Rows of a page of the Outbox. */
export const OUTBOX_PAGE = 100;

export interface Outbox {
  /** queued, connecting, sending and held, the next to go first: the first page. */
  readonly waiting: readonly OutboxRow[];
  /** unconfirmed, the oldest first: may or may not have reached the service. All of them: one decision may be for all. */
  readonly needsDecision: readonly OutboxRow[];
  /** draft: taken back before it was sent, the newest first: the first page. */
  readonly drafts: readonly OutboxRow[];
  /** rejected: the service refused them as they are: the first page. */
  readonly refused: readonly OutboxRow[];
  /** About how many of those that wait a person is asked whether they may go; null where about none. */
  readonly question: OutboxQuestion | null;
  /** How many there are of each part. */
  readonly counts: Readonly<Record<OutboxPart, number>>;
}

/**
 * What a person is asked: the rules would let these go now, outside the calling hours that held them, or the clock was
 * set forward past their time.
 */
export interface OutboxQuestion {
  /** How many wait for the clocks of which time zone (an IANA name), and why. */
  readonly held: readonly {
    readonly timeZone: string;
    readonly about: HoldQuestion['about'];
    readonly count: number;
  }[];
  /** When the last of them had changed, UTC ms: an answer is about them, and nobody who came to it later. */
  readonly shownUntil: number;
}

/** A code of the problem of a submission that a person paused by itself. */
export const PAUSED_BY_YOU = 'paused_by_you';

/** A code of a problem that a fresh sign-in solves. */
export const SIGN_IN_NEEDED = 'sign_in_needed';

/** A code of the problem of one that waits for the sign-in to be renewed. */
export const SIGN_IN_NOT_RENEWED = 'sign_in_not_renewed';

/** A code of the problem of a submission that the service took without saying its id: only the id can settle it. */
export const TAKEN_WITHOUT_ID = 'accepted_without_id';

/** Whether a person may choose to send an unconfirmed one again: not where it is known that the service took it. */
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
  /** Where the earlier one stands: its local state or, once accepted, what the service says. */
  readonly status: string;
  /** The service's id, once accepted. */
  readonly requestId: string | null;
  /** When it was submitted, UTC ms. */
  readonly submittedAt: number;
  /** When it reached the service or, as long as there is no request, may have, UTC ms; null where it cannot have. */
  readonly reachedAt: number | null;
  /** The service said that it took it, without its id. */
  readonly taken: boolean;
  /** The workspace it is of; null for the one that asks. */
  readonly workspace: { readonly name: string; readonly removed: boolean } | null;
  readonly jobName: string | null;
  readonly jobDescriptionId: string;
}
