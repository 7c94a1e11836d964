import { z } from 'zod';
import { reasonText } from '../../kept-reason.ts';
import { noInput, workspaceCall } from '../call.ts';

const reason = z.object({ text: reasonText });

/** Reasons of verdicts that are kept to be used again. Each answers with all of the workspace, in the order of the alphabet. */
export const reasons = {
  list: workspaceCall(noInput).answers<readonly string[]>(),
  /** Keeps a reason; one that is kept already stays so. */
  keep: workspaceCall(reason).answers<readonly string[]>(),
  remove: workspaceCall(reason).answers<readonly string[]>(),
};
