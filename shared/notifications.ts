import { z } from 'zod';
import { timeOfDay } from './calling-hours.ts';

/** Kinds of desktop notifications. */
export const NOTICE_KINDS = ['completed', 'rejected', 'unconfirmed', 'held', 'signed_out'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** An event in the background, not caused by a person's action in the window. */
export type NotifiableEvent =
  /** The screening of a tracked request is complete. */
  | (AboutSubmission & { readonly kind: 'completed'; readonly requestId: string })
  /** The service refused a submission. */
  | (AboutSubmission & { readonly kind: 'rejected' })
  /** It may or may not have reached the service; a person must decide. */
  | (AboutSubmission & { readonly kind: 'unconfirmed' })
  /** It can't be sent until a person fixes something: a permission, the connection, the disk. */
  | (AboutSubmission & { readonly kind: 'held' })
  /** A workspace's sign-in ended and only a person can renew it. `occurrence`: when, UTC ms. */
  | { readonly kind: 'signed_out'; readonly workspaceId: string; readonly occurrence: number };

interface AboutSubmission {
  readonly workspaceId: string;
  readonly submissionId: string;
  /** Distinguishes events of one kind for one submission: the number of attempts so far, 0 for completed. */
  readonly occurrence: number;
}

/** Local hours without notifications, from `from` up to but not including `until`; may span midnight. */
export const quietHours = z.object({ enabled: z.boolean(), from: timeOfDay, until: timeOfDay });
export type QuietHours = z.output<typeof quietHours>;

/** Whether notifications that can wait are combined: off, every full hour, or once a day. */
export const DIGESTS = ['off', 'hourly', 'daily'] as const;
export type Digest = (typeof DIGESTS)[number];

/** When notifications name candidates. `unlocked`: only while the screen is known not to be locked. */
const NOTIFICATION_NAMES = ['never', 'unlocked', 'always'] as const;
export type NotificationNames = (typeof NOTIFICATION_NAMES)[number];

/** Notification settings, without defaults. */
export const notificationSettings = {
  notifyCompleted: z.boolean(),
  notifyRejected: z.boolean(),
  /** Unconfirmed submissions, and those held for a person. */
  notifyDecisions: z.boolean(),
  notifySignedOut: z.boolean(),
  notificationNames: z.enum(NOTIFICATION_NAMES),
  quietHours,
  digest: z.enum(DIGESTS),
  /** Time of the daily digest. */
  digestAt: timeOfDay,
};

export interface NotificationSettings {
  readonly notifyCompleted: boolean;
  readonly notifyRejected: boolean;
  readonly notifyDecisions: boolean;
  readonly notifySignedOut: boolean;
  readonly notificationNames: NotificationNames;
  readonly quietHours: QuietHours;
  readonly digest: Digest;
  readonly digestAt: string;
}
