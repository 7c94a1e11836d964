import { z } from 'zod';
import { type HeldBy, type HoldPage, holdReason, holdSubject } from '../../holds.ts';
import { type Changed, call, id, workspaceCall } from '../call.ts';

/** What no retention erases. */
export const holds = {
  /** Some holds from `offset` on: those in force, or those that ended. */
  page: call(z.object({ inForce: z.boolean(), offset: z.int().min(0) })).answers<HoldPage>(),
  /** The holds in force that keep a submission with its request. */
  of: workspaceCall(z.object({ submissionId: id })).answers<readonly HeldBy[]>(),
  /** Places a hold in this workspace or, with `everywhere`, in all; several for the persons of several submissions. */
  place: workspaceCall(
    z.object({ subject: holdSubject, everywhere: z.boolean(), reason: holdReason }),
  ).answers<Changed>(),
  /** Ends a hold. Error: `hold_not_in_force`. */
  release: call(z.object({ id, reason: holdReason })).answers<null>(),
};
