import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

/** Saved views of the Tracked requests. */
export function viewsHandlers({ stores, inWorkspace, onChange }: HandlerContext): Handlers['views'] {
  return {
    list: () => inWorkspace(async (_open, id) => ok(await stores.views.list(id))),
    save: (view) =>
      inWorkspace(async (_open, id) => {
        const saved = await stores.views.save(id, view, Date.now());
        if (!saved) {
          return fail('not_found', 'This view was removed meanwhile.', {
            nextStep: 'Save it as a new view.',
          });
        }
        onChange('requests');
        return ok(saved);
      }),
    remove: ({ id: viewId }) =>
      inWorkspace(async (_open, id) => {
        await stores.views.remove(id, viewId);
        onChange('requests');
        return ok(null);
      }),
  };
}
