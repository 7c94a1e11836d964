import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

/** Saved views of the request list. */
export function viewsHandlers({ stores, inWorkspace, onChange }: HandlerContext): Handlers['views'] {
  return {
    list: inWorkspace(async (_open, { workspaceId: id }) => ok(await stores.views.list(id))),
    save: inWorkspace(async (_open, { workspaceId: id, ...view }) => {
      const saved = await stores.views.save(id, view, Date.now());
      if (!saved) return fail('view_removed');
      onChange({ topic: 'requests', workspaceId: id });
      return ok(saved);
    }),
    remove: inWorkspace(async (_open, { id: viewId, workspaceId: id }) => {
      await stores.views.remove(id, viewId);
      onChange({ topic: 'requests', workspaceId: id });
      return ok(null);
    }),
  };
}
