import { z } from 'zod';
import { SIGN_IN_STEPS, type SignInPlan, type SignInStepResult } from '../../sign-in-check.ts';
import { call, nothing } from '../call.ts';

export const signInCheck = {
  /** What the sign-in of the current workspace is made of. */
  plan: call(nothing).answers<SignInPlan>(),
  /** Tries one step; answers within half a minute. */
  run: call(z.object({ step: z.enum(SIGN_IN_STEPS) })).answers<SignInStepResult>(),
};
