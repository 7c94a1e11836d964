export const NOTICE_KINDS = [
  'completed',
  'rejected',
  'unconfirmed',
  'held',
  'called_too',
  'signed_out',
] as const;
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
  /** A colleague called the same person, too. */
  | (AboutSubmission & { readonly kind: 'called_too' })
  /** A workspace's sign-in ended and only a person can renew it. `occurrence`: when, UTC ms. */
  | { readonly kind: 'signed_out'; readonly workspaceId: string; readonly occurrence: number };

interface AboutSubmission {
  readonly workspaceId: string;
  readonly submissionId: string;
  /** Distinguishes events of one kind for one submission: the number of attempts so far, 0 for what happens once. */
  readonly occurrence: number;
}
