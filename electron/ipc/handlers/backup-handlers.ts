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
    startOver: async () => {
      const startedOver = await backups.startOver();
      // Those of an empty Callboard would soon push out the earlier ones.
      if (startedOver.ok) await automaticBackups.turnOff();
      return startedOver;
    },
    cancel: () => backups.cancel(),
    remindLater: () => backups.remindLater(),
    chooseAutomaticFolder: () => automaticBackups.chooseFolder(),
    setUpAutomatic: ({ passphrase }) => automaticBackups.setUp(passphrase),
    turnOffAutomatic: () => automaticBackups.turnOff(),
    backUpNow: () => automaticBackups.backUpNow(),
    deleteBeforeErasure: () => automaticBackups.deleteMadeBeforeErasure(),
  };
}
