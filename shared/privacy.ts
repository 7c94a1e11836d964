import { z } from 'zod';
import type { DoNotCallEntry, SentBefore } from './do-not-call.ts';
import type { Hold } from './holds.ts';
import { issueMessage } from './input-problems.ts';
import type { SubmissionState } from './submission.ts';

/** Days to keep a finished request after its last change that people can choose; 0 keeps it forever. */
export const RETENTION_DAYS = [0, 30, 90, 180, 365] as const;
export const MAX_RETENTION_DAYS = 3650;

/** Days to keep a finished request after its last change, also others that an organisation asks for; 0: forever. */
export const retentionDays = z.int().min(0).max(MAX_RETENTION_DAYS);

/** How long an organisation has finished requests kept: not shorter, and not longer. */
export interface RetentionBounds {
  /** 0: no floor. */
  readonly atLeastDays: number;
  /** Null: no ceiling. */
  readonly atMostDays: number | null;
}

/** A retention drawn to the nearest bound. "Never" (0) is longer than every ceiling. */
export function withinBounds(days: number, { atLeastDays, atMostDays }: RetentionBounds): number {
  if (atMostDays !== null && (days === 0 || days > atMostDays)) return atMostDays;
  return days === 0 ? 0 : Math.max(days, atLeastDays);
}

/** Search for a person by phone number in any format, by name, or both. */
export const personSearch = z
  .object({
    name: z
      .string()
      .trim()
      .max(200, issueMessage('too_long', { most: 200 })),
    phone: z.string().trim().max(60, issueMessage('phone_too_long')),
    /** Search all workspaces, including removed ones. */
    everywhere: z.boolean(),
  })
  .refine(
    ({ name, phone }) => /[\p{L}\p{N}]/u.test(name) || /\d/.test(phone),
    issueMessage('person_missing'),
  );
export type PersonSearch = z.output<typeof personSearch>;

export type FoundBy = 'phone' | 'name' | 'both';

/** A submission that may be about this person. */
export interface FoundSubmission extends Omit<SentBefore, 'workspaceId'> {
  readonly state: SubmissionState;
  /** The service's status; null before it is accepted. */
  readonly status: string | null;
  /** Whether no more updates from the service are expected. */
  readonly finished: boolean;
  readonly hasNotes: boolean;
  readonly foundBy: FoundBy;
}

/** What keeps a found entry from being erased by a retention. */
export interface Kept {
  /** Ids of the holds that keep it. */
  readonly heldBy: readonly string[];
  /** Whether it changed within the organisation's floor. */
  readonly underFloor: boolean;
}

/** An unqueued row of an imported file that mentions this person. */
export interface FoundImportRow {
  readonly importId: string;
  readonly rowNumber: number;
  readonly fileName: string;
  readonly workspace: string;
  /** The non-empty cells. */
  readonly text: string;
  readonly foundBy: FoundBy;
}

/** An entry of the do-not-call list with this person's number, or a reason that names them. */
export interface FoundListedNumber
  extends Pick<DoNotCallEntry, 'id' | 'phoneNumber' | 'source' | 'reason' | 'addedAt'> {
  readonly isLifted: boolean;
  readonly foundBy: FoundBy;
}

/** A hold with this person's name or number. */
export interface FoundHold extends Hold {
  readonly foundBy: FoundBy;
}

/** Whether a keyed hash of an erased number can stay: `locked` while the key store waits to be unlocked. */
export type CanKeepBlocking = 'yes' | 'locked' | 'no';

/** Everything found about a person on this computer. */
export interface FoundPerson {
  readonly submissions: readonly (FoundSubmission & Kept)[];
  readonly importRows: readonly (FoundImportRow & Kept)[];
  /** The holds that keep any of this, or that are of this person. */
  readonly holds: readonly Hold[];
  /** The holds of this person themselves, whatever is found. */
  readonly heldBy: readonly string[];
  /** The organisation's floor in days; 0 without one. */
  readonly floorDays: number;
  readonly listedNumbers: readonly FoundListedNumber[];
  readonly ownHolds: readonly FoundHold[];
  readonly canKeepBlocking: CanKeepBlocking;
  /** Other texts that name the person, such as notes of other requests, saved views and Library labels. */
  readonly mentions: number;
  /** Whether more was found than is listed. */
  readonly more: boolean;
}

/** Limit of one erasure. */
export const MAX_ERASED = 1000;

const MAX_CONFIRMED_HOLDS = 10_000;

/** The found items that a person chose to erase. */
export const erasureChoice = z.object({
  search: personSearch,
  submissionIds: z.array(z.string().min(1).max(200)).max(MAX_ERASED),
  importRows: z
    .array(z.object({ importId: z.string().min(1).max(200), rowNumber: z.int().min(0) }))
    .max(MAX_ERASED),
  /** Entries of the do-not-call list; those of the submissions' numbers are always erased. */
  listedIds: z.array(z.string().min(1).max(200)).max(MAX_ERASED),
  /** Holds of the person; those that keep what is erased are always erased. */
  holdIds: z.array(z.string().min(1).max(200)).max(MAX_CONFIRMED_HOLDS).optional(),
  /** Whether the erased numbers stay blocked, by a keyed hash of each. */
  keepBlocking: z.boolean(),
  /** The holds, by id, and the organisation's floor that the person was told of and erases nevertheless. */
  confirmedHolds: z.array(z.string().min(1).max(200)).max(MAX_CONFIRMED_HOLDS).optional(),
  confirmedFloorDays: z.int().min(0).optional(),
});
export type ErasureChoice = z.output<typeof erasureChoice>;
export type ErasureSubjectChoice = Pick<ErasureChoice, 'search' | 'submissionIds' | 'listedIds'>;

/** A record of what was erased, when and why, without any personal data. Times are UTC ms. */
export interface ErasureReceipt {
  readonly id: string;
  /** `team`: colleagues erased it for the team. */
  readonly kind: 'person' | 'retention' | 'team';
  readonly begunAt: number;
  /** Null while running; an erasure continues automatically after a restart. */
  readonly finishedAt: number | null;
  /** The only workspace searched; null for all. */
  readonly workspace: string | null;
  /** Retention period; null for an erasure of a person. */
  readonly days: number | null;
  readonly requests: number;
  /** Submissions that never became a request. */
  readonly submissions: number;
  readonly notes: number;
  readonly importRows: number;
  readonly mentions: number;
  /** Entries of the do-not-call list whose number was removed. */
  readonly listedNumbers: number;
  /** Numbers that stay blocked, by a keyed hash. */
  readonly blockedNumbers: number;
  /** How many holds kept it, until the person erased it nevertheless. */
  readonly heldBy: number;
  /** The organisation's floor, if some of it was younger; otherwise null. */
  readonly floorDays: number | null;
  /** The databases of teams that it concerns, those that erased it, and those where a colleague's hold keeps it. */
  readonly team: {
    readonly of: number;
    readonly told: number;
    readonly held: number;
    /** When the last was told; null: none yet. */
    readonly toldAt: number | null;
  };
}

/** What a retention period would erase now. */
export interface RetentionPreview {
  readonly requests: number;
  readonly submissions: number;
  readonly importRows: number;
  /** Old enough, but kept because a person hasn't seen the latest changes. */
  readonly keptUnseen: number;
  /** Old enough, but kept by a hold: requests, submissions and rows of imported files. */
  readonly held: number;
  /** Range of the last changes, UTC ms; null if nothing would be erased. */
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly listed: readonly RetainedItem[];
}

export interface RetainedItem {
  readonly submissionId: string;
  readonly candidateName: string;
  readonly workspace: string;
  /** UTC ms. */
  readonly lastChange: number;
}

/** A file that was put aside, because it was damaged or a person started over; it may contain personal data that erasing can't reach. */
export interface PutAsideFile {
  readonly name: string;
  readonly bytes: number;
}

export interface PrivacyState {
  readonly folder: string;
  readonly receipts: readonly ErasureReceipt[];
  readonly putAside: readonly PutAsideFile[];
}
