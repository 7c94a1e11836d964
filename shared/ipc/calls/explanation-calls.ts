import { z } from 'zod';
import { call, id, noInput, type SavedFile } from '../call.ts';

/** The longest text that can be saved as an explanation. */
export const MAX_EXPLANATION = 2_000_000;

/** What became of asking for a draft. `covered`: a verdict comes first, and none was given. */
export type Explained =
  | { readonly kind: 'draft'; readonly text: string; readonly name: string }
  | { readonly kind: 'covered' };

/** Explanations of decisions, of all workspaces together. */
export const explanations = {
  /** A draft that says what was recorded about the decision on a submission. Error: `submission_not_found`. */
  draft: call(z.object({ submissionId: id })).answers<Explained>(),
  /** Notes in the evidence that an explanation was copied. */
  copied: call(noInput).answers<null>(),
  /** Saves an explanation as a person has edited it. `name`: of whom it is about. */
  save: call(
    z.object({
      text: z.string().max(MAX_EXPLANATION),
      name: z.string().max(500),
      format: z.enum(['txt', 'html']),
    }),
  ).answers<SavedFile>(),
};
