import type { RowProblem } from '../../shared/import-problems.ts';
import type { ImportedRows, UnqueuedRow } from '../../shared/imports.ts';
import type { NumberRefusal } from '../../shared/number-refusal.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import type { Result } from '../../shared/result.ts';
import type { Submission, SubmissionFields } from '../../shared/submission.ts';

/** Where imports and the rows of their files are stored. Every promise resolves only when the change is on the disk. */
export interface ImportStore {
  /** Which of these rows have a submission, or had one that was since erased: neither may be queued again. */
  queuedAmong(workspaceId: string, importId: string, numbers: readonly number[]): Promise<readonly number[]>;
  /** Stores rows that are not queued; queued rows stay unchanged. */
  keepProblems(workspaceId: string, importId: string, rows: readonly UnqueuedRow[]): Promise<void>;
  /** Forgets the links of withdrawn rows, so that they can be queued again; returns their numbers. */
  releaseWithdrawn(importId: string): Promise<readonly number[]>;
  /** Ids of the submissions of an import in one of these states. */
  submissionsIn(importId: string, states: readonly Submission['state'][]): Promise<readonly string[]>;
}

/** The way into the queue, which alone decides about duplicates, delays and ids. */
export interface QueueEntrance {
  /** For each of these, why it may not be called whatever a person decides, or null; each is a try for those after it. */
  refusals(callees: readonly SubmissionFields[]): Promise<readonly (NumberRefusal | null)[]>;
  submit(
    fields: readonly SubmissionFields[],
    options: {
      readonly despiteDuplicates: boolean;
      readonly waitForNotice: boolean;
      readonly from: ImportedRows;
      readonly together: number;
    },
  ): Promise<Result<readonly Submission[]>>;
}

/** What can be done with waiting submissions. */
export interface WaitingSubmissions {
  /** Discards those of them that still wait; returns how many. */
  withdraw(ids: readonly string[]): Promise<Result<{ readonly changed: number }>>;
}

/**
 * A row of a file that was not queued (`problems`: why) or that the service refused (`refusal`, if the reason is known).
 */
export interface RowToPutRight {
  /** As a spreadsheet counts: the first row of the file is 1. */
  readonly number: number;
  readonly cells: readonly string[];
  readonly problems: readonly RowProblem[] | null;
  readonly refusal: SubmissionProblem | null;
}
