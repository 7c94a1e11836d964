import { z } from 'zod';
import { type Hold, type HoldPage, holdReason, MOST_HELD_AT_ONCE } from '../../holds.ts';
import { issueMessage } from '../../input-problems.ts';
import { type Changed, call, id, workspaceCall } from '../call.ts';
import { phoneNumber } from './do-not-call-calls.ts';

/** Persons whose data is kept until they are released, of all workspaces together. */
export const holds = {
  page: call(z.object({ offset: z.int().min(0) })).answers<HoldPage>(),
  /** The holds that keep a submission with its request. */
  of: workspaceCall(z.object({ submissionId: id })).answers<readonly Hold[]>(),
  /** Holds the persons of these requests; gives how many were not held before. */
  placeOf: workspaceCall(
    z.object({ requestIds: z.array(id).min(1).max(MOST_HELD_AT_ONCE), reason: holdReason }),
  ).answers<Changed>(),
  /** Holds a person, unless they are held already. */
  place: call(
    z.object({
      name: z
        .string()
        .trim()
        .max(200, issueMessage('too_long', { most: 200 })),
      phoneNumber,
      reason: holdReason,
    }),
  ).answers<Changed>(),
  release: call(z.object({ id })).answers<null>(),
};
