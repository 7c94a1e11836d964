import { z } from 'zod';
import { timeZone } from '../../calling-hours.ts';
import type { Opening } from '../../submission.ts';
import { type WorkspaceRules, workspaceRules } from '../../workspace-rules.ts';
import { noInput, workspaceCall } from '../call.ts';

/** When a candidate may be called, and by whose clocks. */
export interface CallingTime {
  /** UTC ms: the moment asked about, where it is within the hours. */
  readonly at: number;
  /** IANA names; several where the number leaves it open. */
  readonly timeZones: readonly string[];
  /** Whether the workspace holds submissions for calling hours at all. */
  readonly held: boolean;
}

/** A number that has to wait for its calling hours. */
export interface HeldNumber extends Opening {
  /** E.164. */
  readonly phoneNumber: string;
}

/** The current workspace's rules for its submissions. */
export const rules = {
  get: workspaceCall(noInput).answers<WorkspaceRules>(),
  save: workspaceCall(workspaceRules).answers<WorkspaceRules>(),
  /**
   * When a number (E.164) may be called at the earliest, in the zone chosen for it or the one it tells: from now on, or
   * from `notBefore` (UTC ms) where that is later.
   */
  callingTime: workspaceCall(
    z.object({
      phoneNumber: z.string().max(20),
      timeZone: timeZone.nullable().default(null),
      notBefore: z.int().nullable().default(null),
    }),
  ).answers<CallingTime>(),
  /** Those of these numbers (E.164) that could not be called now, in any order: each would wait for its hours. */
  heldNow: workspaceCall(z.object({ phoneNumbers: z.array(z.string().max(20)).max(10_000) })).answers<
    readonly HeldNumber[]
  >(),
};
