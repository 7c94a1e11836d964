import { z } from 'zod';
import { SIGN_IN_STEPS, type SignInPlan, type SignInStepResult } from '../../sign-in-check.ts';
import { noInput, workspaceCall } from '../call.ts';

export const signInCheck = {
  /** What the sign-in of the current workspace is made of. */
  plan: workspaceCall(noInput).answers<SignInPlan>(),
  /** Tries one step; answers within half a minute. */
  run: workspaceCall(z.object({ step: z.enum(SIGN_IN_STEPS) })).answers<SignInStepResult>(),
};
