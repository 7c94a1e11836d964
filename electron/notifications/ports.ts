import type { NoticeKind, NotifiableEvent } from '../../shared/notifications.ts';
import type { Outcome } from '../../shared/outcome.ts';
import type { SubmissionState } from '../../shared/submission.ts';

/** A pending notification, with the current state of its submission. */
export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly occurrence: number;
  /** Time of the event, UTC ms. */
  readonly at: number;
  /** Null for events of a workspace. */
  readonly submission: {
    readonly id: string;
    readonly candidateName: string;
    readonly state: SubmissionState;
    readonly attempts: number;
    readonly requestId: string | null;
    /** What became of the candidate; null if it has no request. */
    readonly outcome: Outcome | null;
  } | null;
}

export interface AddedNotice {
  readonly id: number;
  readonly event: NotifiableEvent;
}
