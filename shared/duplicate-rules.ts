import type { Duplicate } from './outbox.ts';
import type { Submission, SubmissionState } from './submission.ts';

/**
 * Which earlier submissions of a phone number are asked about before that number is submitted once more. Nothing here
 * forbids a second call: it is made only after a person was asked. What is silent cannot have called anybody, and calls
 * nobody by itself.
 *
 * - `silent`    nobody is asked
 * - `always`    asked about as long as it is so
 * - `in_window` asked about for the days of the setting, from when it reached the service or may have (of a request: or
 *               from its latest call)
 */
export type DuplicateRule = 'silent' | 'always' | 'in_window';

/** By state, and by whether anything of it may have reached the service; what a person decided about it changes nothing. */
export const duplicateRules: Readonly<
  Record<SubmissionState, Readonly<Record<'unsent' | 'mayHaveReached', DuplicateRule>>>
> = {
  // Goes nowhere by itself.
  draft: { unsent: 'silent', mayHaveReached: 'in_window' },
  // These call as soon as they can.
  queued: { unsent: 'always', mayHaveReached: 'always' },
  connecting: { unsent: 'always', mayHaveReached: 'always' },
  sending: { unsent: 'always', mayHaveReached: 'always' },
  held: { unsent: 'always', mayHaveReached: 'always' },
  accepted: { unsent: 'in_window', mayHaveReached: 'in_window' },
  // The service refused it: it called nobody.
  rejected: { unsent: 'silent', mayHaveReached: 'in_window' },
  // A decision may send it again.
  unconfirmed: { unsent: 'always', mayHaveReached: 'always' },
  discarded: { unsent: 'silent', mayHaveReached: 'in_window' },
};

/**
 * By where the earlier one is. A service calls the same person whoever asks it to, so a workspace of the same service
 * address counts, under another account or removed; of another service nothing is known here: another client's, or a
 * test system.
 */
export const duplicateReach = {
  own: true,
  same_service: true,
  other_service: false,
} as const satisfies Readonly<Record<string, boolean>>;

/** Whether a submission is asked about. `reachedAt`: when it may have reached the service last; `since`: UTC ms. */
export function countsAsDuplicate(
  { state, mayHaveReached }: Pick<Submission, 'state' | 'mayHaveReached'>,
  reachedAt: number,
  since: number,
): boolean {
  const rule = duplicateRules[state][mayHaveReached === null ? 'unsent' : 'mayHaveReached'];
  return rule === 'always' || (rule === 'in_window' && reachedAt >= since);
}

/** What a person has answered for already. */
export interface AnsweredFor {
  /** The id of one that is being corrected: it does not count, unless it may have reached the service. */
  readonly except?: string | undefined;
  /** Accepted ones that are submitted again on purpose: they and those before them do not count. */
  readonly known?: readonly Pick<Submission, 'id' | 'phoneNumber' | 'createdAt'>[] | undefined;
}

/** Those of the duplicates found that the person has not answered for already. */
export function stillToAsk(
  found: readonly Duplicate[],
  { except, known = [] }: AnsweredFor,
): readonly Duplicate[] {
  return found.filter((each) => {
    // What is corrected takes the place of the one before it, unless that one may have reached the service.
    const replaced = each.submissionId === except && each.reachedAt === null;
    return !replaced && !known.some((first) => isKnownWith(first, each));
  });
}

/**
 * Who submits somebody again has seen that submission and what had reached the service before it; but none that came
 * later, and none that is still to go out.
 */
function isKnownWith(first: NonNullable<AnsweredFor['known']>[number], duplicate: Duplicate): boolean {
  if (duplicate.phoneNumber !== first.phoneNumber) return false;
  if (duplicate.submissionId === first.id) return true;
  const isToGo = ['queued', 'connecting', 'sending', 'held'].includes(duplicate.state);
  return !isToGo && duplicate.reachedAt !== null && duplicate.reachedAt < first.createdAt;
}
