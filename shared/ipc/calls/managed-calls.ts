import { z } from 'zod';
import { issueMessage } from '../../input-problems.ts';
import type { Workspace } from '../../workspace.ts';
import { call, id, nothing } from '../call.ts';

export const managed = {
  /** Stores the client secret of a managed workspace whose policy has none, and starts sign-in. */
  enterSecret: call(
    z.object({ id, clientSecret: z.string().min(1, issueMessage('client_secret_empty')).max(4000) }),
  ).answers<Workspace>(),
  /** Re-reads the organisation's policy. */
  readPolicy: call(nothing).answers<null>(),
};
