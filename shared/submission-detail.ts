import type { HistoryEntry } from './history-event.ts';
import type { OutboxRow } from './outbox.ts';
import type { DerivedOutcome } from './outcome.ts';
import type { LinkedSubmission } from './request.ts';

/** The data of a submission's page, whatever became of it. */
export interface SubmissionDetail extends OutboxRow {
  /** The submission that this one corrects or repeats. */
  readonly previous: LinkedSubmission | null;
  /** Later submissions made from this one, newest first. */
  readonly following: readonly LinkedSubmission[];
  readonly history: readonly HistoryEntry[];
  /** What became of its request; null while none is tracked. */
  readonly request: TrackedOutcome | null;
  /** The row of the file it was imported from; `fileName` is '' if that was erased. */
  readonly importedFrom: { readonly fileName: string; readonly rowNumber: number } | null;
}

/** What became of a tracked request, with the service's status. */
export interface TrackedOutcome extends DerivedOutcome {
  readonly status: string;
}

/** The workspace that has a submission, if it isn't the one asked. */
export interface OtherWorkspace {
  readonly id: string;
  readonly name: string;
  readonly removed: boolean;
}
