import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function backupHandlers({ backups, automaticBackups }: HandlerContext): Handlers['backup'] {
  return {
    state: async () => ok({ ...(await backups.state()), automatic: await automaticBackups.state() }),
    make: ({ passphrase }) => backups.make(passphrase),
    choose: () => backups.choose(),
    open: ({ passphrase }) => backups.open(passphrase),
    restore: () => backups.restore(),
    cancel: () => backups.cancel(),
    remindLater: () => backups.remindLater(),
    chooseAutomaticFolder: () => automaticBackups.chooseFolder(),
    setUpAutomatic: ({ passphrase }) => automaticBackups.setUp(passphrase),
    turnOffAutomatic: () => automaticBackups.turnOff(),
    backUpNow: () => automaticBackups.backUpNow(),
    deleteBeforeErasure: () => automaticBackups.deleteMadeBeforeErasure(),
  };
}
