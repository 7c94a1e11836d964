/** Builds the adapters and hands them to the services, in the order in which they are needed: what works behind the window. */
import type { Handlers } from '../shared/ipc/contract.ts';
import { openTokenConnection } from './auth/token-request.ts';
import { selfUpdates } from './desktop/app-updater.ts';
import { chooseCertificateFile } from './desktop/choose-certificate-file.ts';
import { DesktopSurfaces } from './desktop/desktop-surfaces.ts';
import { setStartAtLogin } from './desktop/login/start-at-login.ts';
import type { Logs } from './desktop/logs.ts';
import type { MainWindow } from './desktop/main-window.ts';
import { makePrivacyManager } from './desktop/make-privacy-manager.ts';
import { makeSignInCheck } from './desktop/make-sign-in-check.ts';
import { followPolicy, readPolicy } from './desktop/policy-sources/read-policy.ts';
import { practiceHost } from './desktop/practice-host.ts';
import { printReport } from './desktop/print-report.ts';
import { saveFile } from './desktop/save-file.ts';
import { keyStoreAvailable, SealedSecrets } from './desktop/sealed-secrets.ts';
import type { SettingsStore } from './desktop/settings-store.ts';
import { followSleep } from './desktop/sleep.ts';
import { startBackups } from './desktop/start-backups.ts';
import { makeNetwork } from './desktop/start-network.ts';
import { storageNotice } from './desktop/storage-opening.ts';
import { systemBrowser } from './desktop/system-browser.ts';
import type { WindowMemory } from './desktop/window-memory.ts';
import { StateLog } from './diagnostics/state-log.ts';
import { ImportActivity } from './imports/import-activity.ts';
import { makeHandlers } from './ipc/handlers.ts';
import { NetworkManager } from './network/network-manager.ts';
import type { Connectivity } from './service/service-reachability.ts';
import type { Storage } from './storage/storage.ts';
import { SendingHold } from './updates/sending-hold.ts';
import { WorkspaceManager } from './workspaces/workspace-manager.ts';

export interface AppWorkOptions {
  /** Of this build of the app. */
  readonly version: string;
  readonly connectivity: Connectivity;
  readonly userData: string;
  /** The name of the database in it. */
  readonly database: string;
  readonly storage: Storage;
  readonly logs: Logs;
  readonly settings: SettingsStore;
  readonly window: MainWindow;
  readonly memory: WindowMemory;
  /** Shows in the menu whether sending is paused. */
  readonly showPaused: (paused: boolean) => void;
  /** Started at login, without a window. */
  readonly startedHidden: boolean;
  /** Ends all work, as quitting does. */
  readonly endWork: () => Promise<void>;
}

/** The work behind the window, as the window and the system need it. */
export interface AppWork {
  readonly handlers: Handlers;
  /** Whether closing the window may only hide it. */
  readonly hidesWindow: boolean;
  /** How many submissions quitting would leave waiting, where a person is to be asked. */
  waitingCount(): Promise<number>;
  setPaused(paused: boolean): void;
  /** The window came to the front. */
  lookedAt(): void;
  /** The window has the focus no more, or is gone. */
  lookedAway(): void;
  takeReturnAddress(address: string): boolean;
  /** Begins what no page waits for, when the first page had its time: the network, what is looked after by the hour. */
  goOn(): Promise<void>;
  /** Ends everything in order. */
  close(): Promise<void>;
}

/** What a restored backup may change. */
const RESTORED_TOPICS = ['app', 'settings', 'requests', 'outbox', 'library', 'backup'] as const;

/** Takes up the work of earlier runs; resolves when pages can be answered. */
export async function startWork(options: AppWorkOptions): Promise<AppWork> {
  const { version, connectivity, userData, database, storage, logs, settings, window, memory } = options;
  const { showPaused, endWork } = options;
  const { report } = logs;
  const policy = await readPolicy();
  settings.overlayBy(() => policy.policy);

  storage.onPlace(({ place }) => {
    // They lay in the same folder: a paused queue must be paused at the next start, too.
    if (place === 'written_anew') settings.writeAnew();
    window.notifyChange({ topic: 'app' });
  });
  const secrets = new SealedSecrets(storage.stores.secrets, () => settings.read().weakStorageAllowed);
  const sleep = followSleep(() => workspaces.catchUp());
  const hold = new SendingHold(() => workspaces.wake());
  const { network, credentials, weakStorageChanged } = makeNetwork(storage.stores.proxySecrets, () =>
    settings.read(),
  );
  const tokenConnection = openTokenConnection(network);
  const workspaces = new WorkspaceManager({
    stores: storage.stores,
    secrets,
    browser: systemBrowser,
    tokenConnection,
    connectivity,
    isLookedAt: () => window.isShown,
    network,
    practice: practiceHost(userData),
    settings: () => settings.read(),
    // Asleep counts as paused: what is on its way is judged by what comes back, and nothing new begins.
    isHeld: () => sleep.asleep || hold.active,
    policy: {
      policy: () => policy.policy,
      last: () => settings.read().lastPolicy,
      remember: (lastPolicy) => void settings.change({ lastPolicy }),
    },
    selectWorkspace: (id) => void settings.change({ currentWorkspaceId: id }),
    onChange: (notice) => {
      stateLog.changed();
      window.notifyChange(notice);
      surfaces.refresh();
    },
    onReturned: (workspaceId, signedIn) => window.tell({ kind: 'workspace', workspaceId, signedIn }),
    onNotifiable: (events) => surfaces.happened(events),
    onTrouble: report,
  });
  const networkManager = new NetworkManager({
    network,
    credentials,
    settings,
    workspaces: async () => (await workspaces.state()).workspaces,
    chooseCertificateFile,
    onApplied: () => workspaces.networkChanged(),
    onChange: () => window.notifyChange({ topic: 'network' }),
  });
  const importActivity = new ImportActivity();
  const updates = selfUpdates({
    settings: () => settings.read(),
    sending: () => workspaces.sendingCount(),
    imports: importActivity,
    hold,
    endWork,
    onChange: () => {
      stateLog.changed();
      window.notifyChange({ topic: 'updates' });
    },
    onTrouble: report,
  });
  const stateLog = new StateLog(logs.log.event, () => ({
    workspaces: workspaces.all,
    settings: settings.read(),
    policy: policy.state,
    update: updates.state.step,
  }));
  const diagnostics = logs.diagnostics({
    databaseName: database,
    metDamage: () => storage.damaged(),
    keeping: () => secrets.keeping(),
    settings: () => settings.read(),
    policy: () => policy.state,
    workspaces: () => workspaces.all,
    currentWorkspace: () => workspaces.current?.workspace,
    connection: tokenConnection,
  });
  const privacy = makePrivacyManager({
    userData,
    stores: storage.stores,
    settings,
    deleteCrashDumps: () => diagnostics.deleteCrashDumps(null),
    clock: () => diagnostics.clock(),
    onChange: (topic) => window.notifyChange({ topic }),
    onTrouble: report,
  });
  const backups = await startBackups({
    userData,
    database,
    workerFile: new URL('./backup-worker.js', import.meta.url),
    stores: storage.stores,
    settings,
    fixedSettings: () => policy.state.managed,
    atRest: (run) => workspaces.atRest(run),
    onChange: () => window.notifyChange({ topic: 'backup' }),
    onRestored: () => {
      for (const topic of RESTORED_TOPICS) window.notifyChange({ topic });
    },
  });
  const setPaused = (queuePaused: boolean): void => {
    settings.change({ queuePaused });
    window.notifyChange({ topic: 'settings' });
    workspaces.wake();
  };
  const surfaces = new DesktopSurfaces({
    window,
    memory,
    workspaces,
    notices: storage.stores.notices,
    settings: () => settings.read(),
    setPaused,
    showPaused,
    startedHidden: options.startedHidden,
    onTrouble: report,
  });
  settings.onChange((_now, changes) => {
    stateLog.changed();
    updates.settingsChanged();
    surfaces.settingsChanged();
    privacy.settingsChanged();
    void networkManager.settingsChanged().catch(report);
    if (changes.weakStorageAllowed !== undefined) {
      void Promise.all([secrets.weakStorageChanged(), weakStorageChanged()]).catch(report);
    }
  });
  const handlers = makeHandlers({
    workspaces,
    stores: storage.stores,
    settings,
    shellState: async () => ({
      version,
      keyStoreAvailable: await keyStoreAvailable(),
      weakStorageAllowed: settings.read().weakStorageAllowed,
      storageNotice: storageNotice(storage, settings.putAside, userData),
      paused: settings.read().queuePaused,
      policy: policy.state,
    }),
    network: networkManager,
    signInCheck: makeSignInCheck(network, tokenConnection),
    diagnostics,
    backups,
    privacy,
    desktop: { state: () => surfaces.state(), setStartAtLogin },
    importActivity,
    policy,
    updates,
    openInBrowser: (address) => systemBrowser.open(address),
    saveFile,
    printReport,
    onChange: (notice) => window.notifyChange(notice),
  });

  let closed = false;
  await workspaces.start();
  followPolicy(policy, {
    changed: () => {
      settings.overlayChanged();
      window.notifyChange({ topic: 'settings' });
      return workspaces.policyChanged();
    },
    onTrouble: report,
  });
  return {
    handlers,
    get hidesWindow() {
      return surfaces.hidesWindow;
    },
    waitingCount: async () => (updates.installing ? 0 : workspaces.waitingCount()),
    setPaused,
    lookedAt: () => {
      workspaces.catchUp();
      policy.lookAgain().catch(report);
      surfaces.refresh();
    },
    lookedAway: () => surfaces.refresh(),
    takeReturnAddress: (address) => workspaces.takeReturnAddress(address),
    goOn: async () => {
      await network.start();
      window.notifyChange({ topic: 'network' });
      if (closed) return;
      void privacy.start().catch(report);
      updates.start();
      await surfaces.start();
    },
    close: async () => {
      closed = true;
      policy.close();
      updates.close();
      await surfaces.stop();
      await privacy.close();
      await backups.close();
      // A connection that waits for the network to begin must not hold the quitting.
      await network.start();
      await workspaces.close();
      // Sign-ins have had their patience: an answer that never ends must not hold the quitting.
      await tokenConnection.destroy();
      await storage.close();
      stateLog.close();
      await logs.close();
    },
  };
}
