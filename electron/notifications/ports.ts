import type { NoticeKind, NotifiableEvent } from '../../shared/notifications.ts';
import type { SubmissionState } from '../../shared/submission.ts';

/** Something that happened and was not told yet, with what it is about as it stands now. */
export interface Notice {
  readonly id: number;
  readonly kind: NoticeKind;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly occurrence: number;
  /** When it happened, UTC ms. */
  readonly at: number;
  /** The submission it is about; null where it is about a workspace. */
  readonly submission: {
    readonly id: string;
    readonly candidateName: string;
    readonly state: SubmissionState;
    readonly attempts: number;
    readonly requestId: string | null;
  } | null;
}

/** Where it is kept what happened and what of it was told. Every promise resolves when it is on the disk. */
export interface NoticeStore {
  /** Keeps what happened at `at` (UTC ms); answers those that were not known, in their order. */
  add(events: readonly NotifiableEvent[], at: number): Promise<readonly AddedNotice[]>;
  /** What was not told yet, the oldest first; nothing of workspaces that were removed. */
  untold(): Promise<readonly Notice[]>;
  /** These were told, or need not be told any more. */
  settle(ids: readonly number[], at: number): Promise<void>;
  /** Forgets what was settled before this moment. */
  forget(before: number): Promise<void>;
}

export interface AddedNotice {
  readonly id: number;
  readonly event: NotifiableEvent;
}
