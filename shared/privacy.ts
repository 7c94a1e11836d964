import { z } from 'zod';
import { says } from './input-problems.ts';
import type { SubmissionState } from './submission.ts';

/** How many days after its last change a finished request is kept; 0: for good. */
export const RETENTION_DAYS = [0, 30, 90, 180, 365] as const;
export type RetentionDays = (typeof RETENTION_DAYS)[number];

/** What a person is looked for by: any writing of a number, a name, or both; in one workspace or in all. */
export const personSearch = z
  .object({
    name: z
      .string()
      .trim()
      .max(200, says('too_long', { most: 200 })),
    phone: z.string().trim().max(60, says('phone_too_long')),
    /** Also in other workspaces, those that were removed among them. */
    everywhere: z.boolean(),
  })
  .refine(({ name, phone }) => /[\p{L}\p{N}]/u.test(name) || /\d/.test(phone), says('person_missing'));
export type PersonSearch = z.output<typeof personSearch>;

/** By what something was found. */
export type FoundBy = 'phone' | 'name' | 'both';

/** A submission that is this person's, perhaps. */
export interface FoundSubmission {
  readonly submissionId: string;
  readonly requestId: string | null;
  readonly workspace: string;
  readonly candidateName: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly state: SubmissionState;
  /** Of the request, as the service says it; null before there is one. */
  readonly status: string | null;
  /** Nothing more is expected of the service. */
  readonly finished: boolean;
  readonly hasNotes: boolean;
  /** UTC ms. */
  readonly submittedAt: number;
  readonly foundBy: FoundBy;
}

/** A row of an imported file that was never queued, with something of this person in it. */
export interface FoundImportRow {
  readonly importId: string;
  readonly rowNumber: number;
  readonly fileName: string;
  readonly workspace: string;
  /** The cells with something in them. */
  readonly text: string;
  readonly foundBy: FoundBy;
}

/** Where a person is found on this computer. */
export interface FoundPerson {
  readonly submissions: readonly FoundSubmission[];
  readonly importRows: readonly FoundImportRow[];
  /** Other texts that name the person: notes of others, saved views, labels of the Library and the like. */
  readonly mentions: number;
  /** More was found than is listed. */
  readonly more: boolean;
}

/** The most that one erasure takes at once. */
export const MOST_ERASED = 1000;

/** What a person chose to erase of what was found. */
export const erasureChoice = z.object({
  search: personSearch,
  submissionIds: z.array(z.string().min(1).max(200)).max(MOST_ERASED),
  importRows: z
    .array(z.object({ importId: z.string().min(1).max(200), rowNumber: z.int().min(0) }))
    .max(MOST_ERASED),
});
export type ErasureChoice = z.output<typeof erasureChoice>;

/** What was erased, when, and why: nothing in it tells who. Times are UTC ms. */
export interface ErasureReceipt {
  readonly id: string;
  readonly kind: 'person' | 'retention';
  readonly begunAt: number;
  /** Null while it is under way: it goes on by itself, also after a restart. */
  readonly finishedAt: number | null;
  /** The workspace it was limited to; null for all. */
  readonly workspace: string | null;
  /** Of a retention. */
  readonly days: number | null;
  readonly requests: number;
  /** Submissions that never became a request. */
  readonly submissions: number;
  readonly notes: number;
  readonly importRows: number;
  readonly mentions: number;
}

/** What a retention of so many days would erase now. */
export interface RetentionPreview {
  readonly requests: number;
  readonly submissions: number;
  readonly importRows: number;
  /** Finished long enough ago, and kept because there are changes nobody has looked at. */
  readonly keptUnseen: number;
  /** UTC ms of the last changes; null where nothing goes. */
  readonly oldest: number | null;
  readonly newest: number | null;
  /** The oldest of them. */
  readonly listed: readonly RetainedItem[];
}

export interface RetainedItem {
  readonly submissionId: string;
  readonly candidateName: string;
  readonly workspace: string;
  /** UTC ms. */
  readonly lastChange: number;
}

/** A damaged file that was put aside: nobody looks into it, so it may hold anybody's data. */
export interface PutAsideFile {
  readonly name: string;
  readonly bytes: number;
}

/** What the Privacy part of Settings shows. */
export interface PrivacyState {
  readonly folder: string;
  readonly receipts: readonly ErasureReceipt[];
  readonly putAside: readonly PutAsideFile[];
}
