import { z } from 'zod';
import { issueMessage } from './input-problems.ts';

/** What a hold is about. Stored permanently: never change a code. */
export const HOLD_KINDS = ['person', 'job', 'tag'] as const;
export type HoldKind = (typeof HOLD_KINDS)[number];

/**
 * What a hold keeps. A person's: everything with the name or the number. A job's or a tag's: everything that has it now, so
 * what gets it later is held too, and what loses it isn't any more.
 */
export type HoldSubject =
  | { readonly kind: 'person'; readonly name: string; readonly phone: string }
  | { readonly kind: 'job'; readonly jobDescriptionId: string }
  | { readonly kind: 'tag'; readonly tag: string };

/**
 * What happened to a hold after it was placed. `held_again`: a restored backup had it in force. `erased`: everything it
 * kept was erased. Stored permanently: never change a code.
 */
export const HOLD_EVENTS = ['released', 'held_again', 'erased'] as const;
export type HoldEventKind = (typeof HOLD_EVENTS)[number];

export interface HoldEvent {
  readonly kind: HoldEventKind;
  /** UTC ms. */
  readonly at: number;
  /** The computer account of the person who did it; empty for a restored backup. */
  readonly by: string;
  /** Why it was released; otherwise empty. */
  readonly reason: string;
}

/** A hold: while it is in force, a retention erases nothing of what it keeps. */
export interface Hold {
  readonly id: string;
  readonly kind: HoldKind;
  /** Of a person: the name, the number (E.164, or as typed) or both; both are empty once the person was erased. */
  readonly name: string;
  readonly phone: string;
  /** The job description's ID, or the tag; empty for a person. */
  readonly value: string;
  /** The Library's name of the job description; null without one. */
  readonly label: string | null;
  /** The only workspace it is about; null for all. */
  readonly workspace: string | null;
  /** Empty once its person was erased, if it named them. */
  readonly reason: string;
  /** UTC ms. */
  readonly placedAt: number;
  /** The computer account of the person who placed it. */
  readonly placedBy: string;
  readonly inForce: boolean;
  /** The oldest first. */
  readonly events: readonly HoldEvent[];
}

/** Some holds, the latest first. */
export interface HoldPage {
  readonly holds: readonly Hold[];
  readonly count: number;
}

/** A hold as the questions before an erasure and a request's page tell it. */
export type HeldBy = Pick<Hold, 'id' | 'kind' | 'value' | 'label' | 'reason' | 'placedAt' | 'placedBy'>;

const MOST_REASON = 500;

/** Why a hold is placed or released. */
export const holdReason = z
  .string()
  .trim()
  .min(1, issueMessage('hold_reason_missing'))
  .max(MOST_REASON, issueMessage('too_long', { most: MOST_REASON }));

const person = z
  .object({
    kind: z.literal('person'),
    name: z
      .string()
      .trim()
      .max(200, issueMessage('too_long', { most: 200 })),
    phone: z.string().trim().max(60, issueMessage('phone_too_long')),
  })
  .refine(
    ({ name, phone }) => /[\p{L}\p{N}]/u.test(name) || /\d/.test(phone),
    issueMessage('person_missing'),
  );

/** The most persons that one call holds. */
export const MOST_HELD_AT_ONCE = 1000;

/** What to hold: as above, or the persons of some submissions. */
export const holdSubject = z.union([
  person,
  z.object({
    kind: z.literal('persons_of'),
    submissionIds: z.array(z.string().min(1).max(200)).min(1).max(MOST_HELD_AT_ONCE),
  }),
  z.object({ kind: z.literal('job'), jobDescriptionId: z.string().trim().min(1).max(1000) }),
  z.object({ kind: z.literal('tag'), tag: z.string().trim().min(1).max(200) }),
]);
export type HoldSubjectInput = z.output<typeof holdSubject>;
