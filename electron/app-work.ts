/**
 * Builds the adapters and hands them to the services: what works behind the window. In stages, each of which has what the ones
 * before return. What happens in an early one reaches a later one through {@link WorkEvents}.
 */
import { EventEmitter } from 'node:events';
import type { ChangeNotice } from '../shared/ipc/bridge.ts';
import type { Handlers } from '../shared/ipc/contract.ts';
import type { NotifiableEvent } from '../shared/notifications.ts';
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
import { SendingLock } from './updates/sending-lock.ts';
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

/** What happens in one part of the work and is of interest to parts that are built later. */
interface WorkEvents {
  /** Something that is shown has changed. */
  change: [ChangeNotice];
  notifiable: [readonly NotifiableEvent[]];
  /** The computer is awake again. */
  awake: [];
  /** Nothing keeps submissions from being sent any more. */
  released: [];
}

/** What a restored backup may change. */
const RESTORED_TOPICS = ['app', 'settings', 'requests', 'outbox', 'library', 'backup'] as const;

/** Takes up the work of earlier runs; resolves when pages can be answered. */
export async function startWork(options: AppWorkOptions): Promise<AppWork> {
  const base = await startBase(options);
  const connected = connect(options, base);
  const services = await startServices(options, base, connected);
  const surfaces = showOnDesktop(options, base, connected);
  followSettings(options, base, connected, services, surfaces);
  const work = { ...base, ...connected, ...services, surfaces };
  const handlers = answerCalls(options, work);
  await connected.workspaces.start();
  followPolicy(base.policy, {
    changed: () => {
      options.settings.overlayChanged();
      options.window.notifyChange({ topic: 'settings' });
      return connected.workspaces.policyChanged();
    },
    onTrouble: options.logs.report,
  });
  return runningWork(options, work, handlers);
}

/** What needs nothing else: the policy, the key store, the network, and whether sending is held. */
async function startBase({ storage, settings, window }: AppWorkOptions) {
  const events = new EventEmitter<WorkEvents>();
  const policy = await readPolicy();
  settings.overlayBy(() => policy.policy);
  storage.onPlace(({ place }) => {
    // They lay in the same folder: a paused queue must be paused at the next start, too.
    if (place === 'written_anew') settings.rewriteDatabase();
    window.notifyChange({ topic: 'app' });
  });
  const secrets = new SealedSecrets(storage.stores.secrets, () => settings.read().weakStorageAllowed);
  const network = makeNetwork(storage.stores.proxySecrets, () => settings.read());
  return {
    events,
    policy,
    secrets,
    ...network,
    tokenConnection: openTokenConnection(network.network),
    sleep: followSleep(() => events.emit('awake')),
    hold: new SendingLock(() => events.emit('released')),
    importActivity: new ImportActivity(),
  };
}

type Base = Awaited<ReturnType<typeof startBase>>;

/** The workspaces, and what a person sees and sets of the network. */
function connect(options: AppWorkOptions, base: Base) {
  const { connectivity, userData, storage, settings, window, logs } = options;
  const { events, policy, secrets, network, credentials, tokenConnection, sleep, hold } = base;
  const workspaces = new WorkspaceManager({
    stores: storage.stores,
    secrets,
    browser: systemBrowser,
    tokenConnection,
    connectivity,
    isWindowShown: () => window.isShown,
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
    onChange: (notice) => events.emit('change', notice),
    onReturned: (workspaceId, signedIn) => window.tell({ kind: 'workspace', workspaceId, signedIn }),
    onNotifiable: (happened) => events.emit('notifiable', happened),
    onTrouble: logs.report,
  });
  events.on('change', (notice) => window.notifyChange(notice));
  events.on('awake', () => workspaces.open.catchUp());
  events.on('released', () => workspaces.open.wake());
  const networkManager = new NetworkManager({
    network,
    credentials,
    settings,
    workspaces: async () => (await workspaces.open.state()).workspaces,
    chooseCertificateFile,
    onApplied: () => workspaces.open.networkChanged(),
    onChange: () => window.notifyChange({ topic: 'network' }),
  });
  const setPaused = (queuePaused: boolean): void => {
    settings.change({ queuePaused });
    window.notifyChange({ topic: 'settings' });
    workspaces.open.wake();
  };
  return { workspaces, networkManager, setPaused };
}

type Connected = ReturnType<typeof connect>;

/** What looks after the whole: updates, diagnostics, erasing, backups. */
async function startServices(options: AppWorkOptions, base: Base, { workspaces }: Connected) {
  const { userData, database, storage, settings, window, logs, endWork } = options;
  const { events, policy, secrets, tokenConnection, hold, importActivity } = base;
  const { report } = logs;
  const updates = selfUpdates({
    settings: () => settings.read(),
    sending: () => workspaces.open.sendingCount(),
    imports: importActivity,
    hold,
    endWork,
    onChange: () => events.emit('change', { topic: 'updates' }),
    onTrouble: report,
  });
  const stateLog = new StateLog(logs.log.event, () => ({
    workspaces: workspaces.open.all,
    settings: settings.read(),
    policy: policy.state,
    update: updates.state.step,
  }));
  events.on('change', stateLog.changed);
  const diagnostics = logs.diagnostics({
    databaseName: database,
    metDamage: () => storage.damaged(),
    keeping: () => secrets.keeping(),
    settings: () => settings.read(),
    policy: () => policy.state,
    workspaces: () => workspaces.open.all,
    currentWorkspace: () => workspaces.open.current?.workspace,
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
  return { updates, stateLog, diagnostics, privacy, backups };
}

type Services = Awaited<ReturnType<typeof startServices>>;

/** What the desktop shows outside the window. */
function showOnDesktop(
  { window, memory, storage, settings, logs, showPaused, startedHidden }: AppWorkOptions,
  { events }: Base,
  { workspaces, setPaused }: Connected,
): DesktopSurfaces {
  const surfaces = new DesktopSurfaces({
    window,
    memory,
    workspaces: workspaces.open,
    notices: storage.stores.notices,
    settings: () => settings.read(),
    setPaused,
    showPaused,
    startedHidden,
    onTrouble: logs.report,
  });
  events.on('change', () => surfaces.refresh());
  events.on('notifiable', (happened) => surfaces.happened(happened));
  return surfaces;
}

/** A changed setting holds at once, wherever it counts. */
function followSettings(
  { settings, logs }: AppWorkOptions,
  { secrets, weakStorageChanged }: Base,
  { networkManager }: Connected,
  { stateLog, updates, privacy }: Services,
  surfaces: DesktopSurfaces,
): void {
  settings.onChange((_now, changes) => {
    stateLog.changed();
    updates.settingsChanged();
    surfaces.settingsChanged();
    privacy.settingsChanged();
    void networkManager.settingsChanged().catch(logs.report);
    if (changes.weakStorageAllowed !== undefined) {
      void Promise.all([secrets.weakStorageChanged(), weakStorageChanged()]).catch(logs.report);
    }
  });
}

interface Work extends Base, Connected, Services {
  readonly surfaces: DesktopSurfaces;
}

/** What the window's calls are answered by. */
function answerCalls(options: AppWorkOptions, work: Work): Handlers {
  const { version, userData, storage, settings, window } = options;
  const { policy, network, networkManager, tokenConnection, surfaces } = work;
  return makeHandlers({
    ...work,
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
    desktop: { state: () => surfaces.state(), setStartAtLogin },
    openInBrowser: (address) => systemBrowser.open(address),
    saveFile,
    printReport,
    onChange: (notice) => window.notifyChange(notice),
  });
}

/** The work as the window and the system need it from here on. */
function runningWork({ window, storage, logs }: AppWorkOptions, work: Work, handlers: Handlers): AppWork {
  const { policy, network, tokenConnection, workspaces, setPaused, updates, surfaces } = work;
  const { privacy, backups, stateLog } = work;
  const { report } = logs;
  let closed = false;
  return {
    handlers,
    get hidesWindow() {
      return surfaces.hidesWindow;
    },
    waitingCount: async () => (updates.installing ? 0 : workspaces.open.waitingCount()),
    setPaused,
    lookedAt: () => {
      workspaces.open.catchUp();
      policy.lookAgain().catch(report);
      surfaces.refresh();
    },
    lookedAway: () => surfaces.refresh(),
    takeReturnAddress: (address) => workspaces.open.takeReturnAddress(address),
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
