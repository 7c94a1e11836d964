import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function updatesHandlers({ updates }: HandlerContext): Handlers['updates'] {
  return {
    state: () => ok(updates.state),
    check: () => updates.check(),
    download: () => updates.download(),
    restart: () => updates.restart(),
  };
}
