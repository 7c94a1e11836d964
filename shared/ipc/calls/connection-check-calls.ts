import { z } from 'zod';
import { CHECK_PARTS, type CheckPlan, type CheckResult } from '../../connection-check.ts';
import { noInput, workspaceCall } from '../call.ts';

export const connectionCheck = {
  /** The steps to check for the workspace. */
  plan: workspaceCall(noInput).answers<CheckPlan>(),
  /** Checks the steps of one part, in the plan's order; answers within a minute. */
  run: workspaceCall(z.object({ part: z.enum(CHECK_PARTS) })).answers<readonly CheckResult[]>(),
};
