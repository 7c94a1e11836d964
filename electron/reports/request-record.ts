import type { RequestRow } from '../../shared/request.ts';
import type { Consent } from '../../shared/submission.ts';

/** A tracked request as it goes into a file: everything but its history. Times are UTC ms. */
export interface RequestRecord extends Omit<RequestRow, 'unseen' | 'hasResults'> {
  readonly resumeUrl: string;
  readonly submittedAt: number;
  readonly consent: Consent | null;
  /** The last answer, letter by letter: what a file says of calls and results is read from it where it is written. */
  readonly rawAnswer: string | null;
  readonly notes: string;
}

/** Records page by page: a whole workspace never lies in memory at once. */
export type RecordPages = AsyncIterable<readonly RequestRecord[]>;
