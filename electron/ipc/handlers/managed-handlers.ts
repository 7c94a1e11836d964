import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function managedHandlers({ workspaces, policy }: HandlerContext): Handlers['managed'] {
  return {
    enterSecret: ({ id, clientSecret }) => workspaces.enterSecret(id, clientSecret),
    readPolicy: async () => {
      await policy.read();
      return ok(null);
    },
  };
}
