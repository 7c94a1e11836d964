import { z } from 'zod';
import { says } from '../../input-problems.ts';
import type { Workspace } from '../../workspace.ts';
import { call, id, nothing } from '../call.ts';

export const managed = {
  /** Stores the client secret of a workspace that the policy sets without one, and starts sign-in. */
  enterSecret: call(
    z.object({ id, clientSecret: z.string().min(1, says('client_secret_empty')).max(4000) }),
  ).answers<Workspace>(),
  /** Reads the organisation's policy again, now. */
  readPolicy: call(nothing).answers<null>(),
};
