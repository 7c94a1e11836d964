import type { Json, RequestRow, ScreeningCall } from '../../shared/request.ts';
import type { Consent } from '../../shared/submission.ts';

/** A tracked request as it goes into a file: everything but its history. Times are UTC ms. */
export interface RequestRecord extends Omit<RequestRow, 'unseen' | 'hasResults'> {
  readonly resumeUrl: string;
  readonly submittedAt: number;
  readonly consent: Consent | null;
  readonly screeningCalls: readonly ScreeningCall[];
  /** The assessment object of any shape; undefined while the service sent none. */
  readonly assessmentResults: Json | undefined;
  /** The last answer, letter by letter. */
  readonly rawAnswer: string | null;
  readonly notes: string;
}

/** Records page by page: a whole workspace never lies in memory at once. */
export type RecordPages = AsyncIterable<readonly RequestRecord[]>;
