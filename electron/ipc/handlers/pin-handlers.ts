import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

/** Result fields that are columns of the Tracked requests. */
export function pinsHandlers({ stores, inWorkspace, onChange }: HandlerContext): Handlers['pins'] {
  return {
    list: () => inWorkspace(async (_open, id) => ok(await stores.pins.list(id))),
    pin: (field) =>
      inWorkspace(async (_open, id) => {
        const pins = await stores.pins.pin(id, field);
        onChange('requests');
        return ok(pins);
      }),
    unpin: ({ path }) =>
      inWorkspace(async (_open, id) => {
        const pins = await stores.pins.unpin(id, path);
        onChange('requests');
        return ok(pins);
      }),
  };
}
