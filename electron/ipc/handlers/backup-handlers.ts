import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function backupHandlers({ backups }: HandlerContext): Handlers['backup'] {
  return {
    state: async () => ok(await backups.state()),
    make: ({ passphrase }) => backups.make(passphrase),
    choose: () => backups.choose(),
    open: ({ passphrase }) => backups.open(passphrase),
    restore: () => backups.restore(),
    cancel: () => backups.cancel(),
    remindLater: () => backups.remindLater(),
  };
}
