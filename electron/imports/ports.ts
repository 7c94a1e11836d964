import type { ImportRow } from '../../shared/imports.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import type { Result } from '../../shared/result.ts';
import type { Submission, SubmissionFields } from '../../shared/submission.ts';

/** Where imports and the rows of their files are kept. Every promise resolves only when the change is on the disk. */
export interface ImportStore {
  /**
   * Says that these rows are about to be queued: a submission added from now on with the fields of one of them is
   * linked to it in the transaction that adds it. Answers the numbers of those that are linked already.
   * Claims of an earlier call that were not met are dropped; none outlives this process.
   */
  claim(workspaceId: string, importId: string, rows: readonly ImportRow[]): Promise<readonly number[]>;
  /** Drops the claims that were not met. */
  release(): Promise<void>;
  /** Ids of the submissions of an import in one of these states. */
  submissionsIn(importId: string, states: readonly Submission['state'][]): Promise<readonly string[]>;
}

/** The way into the queue, which alone decides on duplicates, delays and ids. */
export interface QueueEntrance {
  submit(
    fields: readonly SubmissionFields[],
    options: { readonly despiteDuplicates: boolean },
  ): Promise<Result<readonly Submission[]>>;
}

/** What can be done with what waits. */
export interface WaitingSubmissions {
  pause(ids: readonly string[]): Promise<Result<unknown>>;
  discard(ids: readonly string[]): Promise<Result<{ readonly changed: number }>>;
}

/** A row of a file that was not queued (`problem`: `notQueuedWords`), or that the service refused (`refusal`, if it is known why). */
export interface RowToPutRight {
  /** As a spreadsheet counts: the first row of the file is 1. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly problem: string | null;
  readonly refusal: SubmissionProblem | null;
}
