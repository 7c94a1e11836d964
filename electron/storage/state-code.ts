import type { SubmissionState } from '../../shared/submission.ts';

/**
 * The number that each state of a submission is stored as: as wide as any other, a row does not grow with them. A new state
 * gets the next number, and a migration that knows it (as 011-compact.ts does).
 */
const CODES: Readonly<Record<SubmissionState, number>> = {
  draft: 0,
  queued: 1,
  connecting: 2,
  sending: 3,
  accepted: 4,
  rejected: 5,
  held: 6,
  unconfirmed: 7,
  discarded: 8,
};

export function stateCode(state: SubmissionState): number {
  return CODES[state];
}
