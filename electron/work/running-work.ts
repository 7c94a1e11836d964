import type { Handlers } from '../../shared/ipc/contract.ts';
import type { DesktopSurfaces } from '../desktop/desktop-surfaces.ts';
import type { AppWork, AppWorkOptions } from './app-work.ts';
import type { Workspaces } from './connect-workspaces.ts';
import type { Base } from './start-base.ts';
import type { Services } from './start-services.ts';

export interface Work extends Base, Workspaces, Services {
  readonly surfaces: DesktopSurfaces;
}

/** The running work as the window and the system use it. */
export function runningWork(
  { window, storage, logs }: AppWorkOptions,
  work: Work,
  handlers: Handlers,
): AppWork {
  const { hold, policy, network, tokenConnection, workspaces, setPaused, updates, surfaces } = work;
  const { privacy, backups, automaticBackups, stateLog, policyList } = work;
  const { report } = logs;
  let closed = false;
  return {
    handlers,
    hidesWindow: () => surfaces.hidesWindow(),
    isFolderGone: () => storage.locationChange()?.change === 'lost',
    waitingCount: async () => (updates.installing ? 0 : workspaces.open.waitingCount()),
    isInstalling: () => updates.installing,
    setPaused,
    windowFocused: () => {
      workspaces.open.catchUp();
      policy.rereadOnFocus().catch(report);
      surfaces.refresh();
    },
    windowBlurred: () => surfaces.refresh(),
    pageEnded: () => workspaces.open.interruptEdits(report),
    takeReturnAddress: (address) => workspaces.open.takeReturnAddress(address),
    startDeferred: async () => {
      await network.start();
      window.notifyChange({ topic: 'network' });
      if (closed) return;
      void privacy.start().catch(report);
      automaticBackups.start();
      updates.start();
      await surfaces.start();
    },
    close: async () => {
      closed = true;
      // Nothing new is sent from now on, however long the rest takes.
      hold.hold();
      policy.close();
      policyList.close();
      updates.close();
      await surfaces.stop();
      await privacy.close();
      await automaticBackups.close();
      await backups.close();
      // A connection that still waits for the network to start must not block quitting.
      await network.start();
      await workspaces.close();
      // Sign-ins had their time to finish: an answer that never ends must not block quitting.
      await tokenConnection.destroy();
      await storage.close();
      stateLog.close();
      await logs.close();
    },
  };
}
