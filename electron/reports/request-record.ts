import type { RequestRow } from '../../shared/request.ts';
import type { Consent } from '../../shared/submission.ts';

/** A tracked request to export: everything but its history. Times are UTC ms. */
export interface RequestRecord extends Omit<RequestRow, 'unseen' | 'hasResults'> {
  readonly resumeUrl: string;
  readonly submittedAt: number;
  readonly consent: Consent | null;
  /** `2027-01-06` */
  readonly noticeOn: string | null;
  /** The last answer, verbatim; the writers read calls and results from it. */
  readonly rawAnswer: string | null;
  readonly notes: string;
}

/** Records in pages, so that a whole workspace is never in memory at once. */
export type RecordPages = AsyncIterable<readonly RequestRecord[]>;
