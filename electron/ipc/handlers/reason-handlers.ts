import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

/** Reasons of verdicts that are kept to be used again. */
export function reasonsHandlers({ stores, inWorkspace }: HandlerContext): Handlers['reasons'] {
  const list = async (workspaceId: string) => ok(await stores.reasons.list(workspaceId));
  return {
    list: inWorkspace((_open, { workspaceId }) => list(workspaceId)),
    keep: inWorkspace(async (_open, { text, workspaceId }) => {
      await stores.reasons.keep(workspaceId, text);
      return list(workspaceId);
    }),
    remove: inWorkspace(async (_open, { text, workspaceId }) => {
      await stores.reasons.remove(workspaceId, text);
      return list(workspaceId);
    }),
  };
}
