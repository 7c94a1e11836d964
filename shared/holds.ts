import { z } from 'zod';
import { issueMessage } from './input-problems.ts';

/** A person whose data is kept until they are released: a retention erases nothing with their number or name. */
export interface Hold {
  readonly id: string;
  /** Empty if only the number is known. */
  readonly name: string;
  /** The call key (shared/call-key.ts). */
  readonly phoneNumber: string;
  readonly reason: string;
  /** UTC ms. */
  readonly placedAt: number;
  /** The computer account of the person who placed it. */
  readonly placedBy: string;
}

/** Some holds, the latest first. */
export interface HoldPage {
  readonly holds: readonly Hold[];
  readonly count: number;
}

const MOST_REASON = 500;

/** Why a person is held. */
export const holdReason = z
  .string()
  .trim()
  .min(1, issueMessage('hold_reason_missing'))
  .max(MOST_REASON, issueMessage('too_long', { most: MOST_REASON }));

export const MOST_HELD_AT_ONCE = 1000;
