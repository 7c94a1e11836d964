import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function libraryHandlers({ stores, inWorkspace, onChange }: HandlerContext): Handlers['library'] {
  return {
    list: ({ kind }) => inWorkspace(async (_open, id) => ok(await stores.library.list(id, kind))),
    save: (entry) =>
      inWorkspace(async (_open, id) => {
        const saved = await stores.library.save(id, entry);
        onChange('library');
        return ok(saved);
      }),
    remove: ({ kind, serviceId }) =>
      inWorkspace(async (_open, id) => {
        await stores.library.remove(id, kind, serviceId);
        onChange('library');
        return ok(null);
      }),
  };
}
