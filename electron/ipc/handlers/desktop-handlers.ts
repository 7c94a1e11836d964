import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function desktopHandlers({ desktop }: Pick<HandlerContext, 'desktop'>): Handlers['desktop'] {
  return {
    openSaved: ({ path }) => desktop.openSaved(path),
    showSaved: ({ path }) => desktop.showSaved(path),
    state: async () => ok(await desktop.state()),
    setStartAtLogin: async ({ on }) => {
      try {
        return ok(await desktop.setStartAtLogin(on));
      } catch (error) {
        if (!(error instanceof Error) || !('code' in error)) throw error;
        return fail('start_at_login_not_set', { reason: String(error.code) });
      }
    },
  };
}
