import { z } from 'zod';
import { SIGN_IN_STEPS, type SignInPlan, type SignInStepResult } from '../../sign-in-check.ts';
import { noInput, workspaceCall } from '../call.ts';

export const signInCheck = {
  /** The steps to check for the workspace's sign-in. */
  plan: workspaceCall(noInput).answers<SignInPlan>(),
  /** Checks one step; answers within 30 s. */
  run: workspaceCall(z.object({ step: z.enum(SIGN_IN_STEPS) })).answers<SignInStepResult>(),
};
