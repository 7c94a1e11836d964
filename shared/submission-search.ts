import type { OutboxRow } from './outbox.ts';

/** A submission without a request that matches a search. */
export type FoundSubmission = Pick<
  OutboxRow,
  | 'id'
  | 'state'
  | 'problem'
  | 'candidateName'
  | 'phoneNumber'
  | 'jobName'
  | 'jobDescriptionId'
  | 'createdAt'
  | 'updatedAt'
>;

export interface FoundSubmissions {
  /** The first matches: those that need a person first, discarded ones last, and else the newest first. */
  readonly rows: readonly FoundSubmission[];
  /** All matches. */
  readonly total: number;
}

/** Most matches that one search returns. */
export const MAX_FOUND_SUBMISSIONS = 200;
