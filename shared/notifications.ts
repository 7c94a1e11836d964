import { z } from 'zod';
import { says } from './input-problems.ts';

/** What a person may be told of outside the window. */
export const NOTICE_KINDS = ['completed', 'rejected', 'unconfirmed', 'held', 'signed_out'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Something that happened by itself, not by a person's own hand in the window. */
export type NotifiableEvent =
  /** All results of a tracked request are in. */
  | (AboutSubmission & { readonly kind: 'completed'; readonly requestId: string })
  /** The service refused a submission as it is. */
  | (AboutSubmission & { readonly kind: 'rejected' })
  /** It may or may not have reached the service: a person decides. */
  | (AboutSubmission & { readonly kind: 'unconfirmed' })
  /** It cannot go until a person changes something: a permission, the connection, the disk. */
  | (AboutSubmission & { readonly kind: 'held' })
  /** The sign-in of a workspace ended, and only a person can sign in again. `occurrence`: when, UTC ms. */
  | { readonly kind: 'signed_out'; readonly workspaceId: string; readonly occurrence: number };

interface AboutSubmission {
  readonly workspaceId: string;
  readonly submissionId: string;
  /** Tells two events of one kind to one submission apart: the number of tries by then, 0 for completed. */
  readonly occurrence: number;
}

/** A time of day as `HH:MM`, 24 hours, by this computer's clock. */
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, says('time_of_day_wrong'));

/** Hours in which nothing is told. From the first time on and not from the second on; also over midnight. */
export const quietHours = z.object({ enabled: z.boolean(), from: timeOfDay, until: timeOfDay });
export type QuietHours = z.output<typeof quietHours>;

/** What can wait is told together: not, every full hour, or once a day. */
export const DIGESTS = ['off', 'hourly', 'daily'] as const;
export type Digest = (typeof DIGESTS)[number];

/** The settings of notifications, without their defaults. */
export const notificationSettings = {
  notifyCompleted: z.boolean(),
  notifyRejected: z.boolean(),
  /** Unconfirmed ones, and those held for a person. */
  notifyDecisions: z.boolean(),
  notifySignedOut: z.boolean(),
  /** Whether notifications name candidates. Never while the screen is locked, as far as the system tells. */
  notificationNames: z.boolean(),
  quietHours,
  digest: z.enum(DIGESTS),
  /** When the daily digest comes. */
  digestAt: timeOfDay,
};

export interface NotificationSettings {
  readonly notifyCompleted: boolean;
  readonly notifyRejected: boolean;
  readonly notifyDecisions: boolean;
  readonly notifySignedOut: boolean;
  readonly notificationNames: boolean;
  readonly quietHours: QuietHours;
  readonly digest: Digest;
  readonly digestAt: string;
}
