import { isSameTelephone } from './call-key.ts';
import type { Duplicate } from './outbox.ts';
import type { Submission, SubmissionState } from './submission.ts';

/**
 * Which earlier submissions to a phone number a person must confirm before submitting that number again. The rules
 * never forbid a second call; they only ask. A `silent` submission can't have called anybody and won't be sent
 * automatically.
 *
 * - `silent`    don't ask
 * - `always`    ask while the submission is in this state
 * - `in_window` ask for `duplicateDays` after it reached or may have reached the service (for a request: or after its
 *               latest call)
 */
export type DuplicateRule = 'silent' | 'always' | 'in_window';

/**
 * By state and by whether any of it may have reached the service. A person's later decision doesn't change the latter.
 */
export const duplicateRules: Readonly<
  Record<SubmissionState, Readonly<Record<'unsent' | 'mayHaveReached', DuplicateRule>>>
> = {
  // Not sent automatically.
  draft: { unsent: 'silent', mayHaveReached: 'in_window' },
  // Sent as soon as possible.
  queued: { unsent: 'always', mayHaveReached: 'always' },
  connecting: { unsent: 'always', mayHaveReached: 'always' },
  sending: { unsent: 'always', mayHaveReached: 'always' },
  held: { unsent: 'always', mayHaveReached: 'always' },
  accepted: { unsent: 'in_window', mayHaveReached: 'in_window' },
  // The service refused it, so it called nobody.
  rejected: { unsent: 'silent', mayHaveReached: 'in_window' },
  // A decision may send it again.
  unconfirmed: { unsent: 'always', mayHaveReached: 'always' },
  discarded: { unsent: 'silent', mayHaveReached: 'in_window' },
};

/**
 * By where the earlier submission is. A workspace with the same service address counts even under another account or
 * removed, because the service would call the same person. Another service may be another client's or a test system.
 */
export const duplicateReach = {
  own: true,
  same_service: true,
  other_service: false,
} as const satisfies Readonly<Record<string, boolean>>;

/** Duplicates that a person has already confirmed. */
export interface AnsweredFor {
  /** The id of a submission being corrected: not a duplicate, unless it may have reached the service. */
  readonly except?: string | undefined;
  /** Accepted submissions deliberately submitted again: they and earlier ones are not duplicates. */
  readonly known?: readonly Pick<Submission, 'id' | 'phoneNumber' | 'createdAt'>[] | undefined;
}

/** The duplicates that the person hasn't confirmed yet. */
export function stillToAsk(
  found: readonly Duplicate[],
  { except, known = [] }: AnsweredFor,
): readonly Duplicate[] {
  return found.filter((each) => {
    // A correction replaces the original, unless that one may have reached the service.
    const replaced = each.submissionId === except && each.reachedAt === null;
    return !replaced && !known.some((first) => isKnownWith(first, each));
  });
}

/**
 * A person who submits somebody again has seen that submission and those that reached the service before it, but
 * neither later ones nor those still to be sent.
 */
function isKnownWith(first: NonNullable<AnsweredFor['known']>[number], duplicate: Duplicate): boolean {
  if (!isSameTelephone(duplicate.phoneNumber, first.phoneNumber)) return false;
  if (duplicate.submissionId === first.id) return true;
  const isStillToBeSent = ['queued', 'connecting', 'sending', 'held'].includes(duplicate.state);
  return !isStillToBeSent && duplicate.reachedAt !== null && duplicate.reachedAt < first.createdAt;
}
