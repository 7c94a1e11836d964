import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

/** Result fields pinned as columns of the request list. */
export function pinsHandlers({ stores, inWorkspace, onChange }: HandlerContext): Handlers['pins'] {
  return {
    list: inWorkspace(async (_open, { workspaceId: id }) => ok(await stores.pins.list(id))),
    reading: inWorkspace(async (_open, { workspaceId: id }) => ok(await stores.pins.reading(id))),
    pin: inWorkspace(async (open, { workspaceId: id, ...field }) => {
      const pins = await stores.pins.pin(id, field);
      open.results.wake();
      onChange({ topic: 'requests', workspaceId: id });
      return ok(pins);
    }),
    unpin: inWorkspace(async (open, { path, workspaceId: id }) => {
      const pins = await stores.pins.unpin(id, path);
      open.results.wake();
      onChange({ topic: 'requests', workspaceId: id });
      return ok(pins);
    }),
  };
}
