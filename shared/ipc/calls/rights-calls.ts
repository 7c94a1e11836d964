import { z } from 'zod';
import {
  type Explained,
  MAX_EXPLANATION,
  type RightsPage,
  type RightsRequest,
  removedRights,
  rightsInput,
  rightsMove,
} from '../../rights.ts';
import { call, id, noInput, type SavedFile } from '../call.ts';

/** What candidates asked for about their data, and explanations of decisions. Of all workspaces together. */
export const rights = {
  page: call(z.object({ onlyOpen: z.boolean(), limit: z.int().min(1).max(100_000) })).answers<RightsPage>(),
  /** Adds an entry, or changes one. */
  save: call(rightsInput).answers<RightsRequest>(),
  /** Closes, refuses or reopens an entry, or undoes that. Error: `changed_since`. */
  move: call(rightsMove).answers<null>(),
  remove: call(z.object({ id })).answers<{ readonly removedAt: number }>(),
  /** Puts a deleted entry back. Error: `changed_since`, also once somebody was erased after it was deleted. */
  putBack: call(removedRights).answers<null>(),
  /** Saves the whole register as a CSV file. */
  exportFile: call(noInput).answers<SavedFile>(),
  /** A draft that says what was recorded about the decision on a submission. Error: `submission_gone`. */
  explain: call(z.object({ submissionId: id })).answers<Explained>(),
  /** Notes in the evidence that an explanation was copied. */
  copied: call(noInput).answers<null>(),
  /** Saves an explanation as a person has edited it. `name`: of whom it is about. */
  saveExplanation: call(
    z.object({
      text: z.string().max(MAX_EXPLANATION),
      name: z.string().max(500),
      format: z.enum(['txt', 'html']),
    }),
  ).answers<SavedFile>(),
};
