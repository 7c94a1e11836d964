/** Builds everything behind the window, step by step: each gets the results and events ({@link WorkEvents}) of earlier ones. */

import { EventEmitter } from 'node:events';
import { app, session } from 'electron';
import type { ChangeNotice } from '../shared/ipc/bridge.ts';
import type { Handlers } from '../shared/ipc/contract.ts';
import type { NotifiableEvent } from '../shared/notifications.ts';
import { openTokenConnection } from './auth/token-request.ts';
import { selfUpdates } from './desktop/app-updater.ts';
import { DesktopSurfaces } from './desktop/desktop-surfaces.ts';
import { schemeOwner } from './desktop/link-scheme.ts';
import type { Logs } from './desktop/logs.ts';
import type { MainWindow } from './desktop/main-window.ts';
import { readPolicy } from './desktop/policy-sources.ts';
import { practiceHost, practiceTracesEraser } from './desktop/practice-host.ts';
import {
  chooseCertificateFile,
  openSavedFile,
  printReport,
  saveFile,
  showSavedFile,
} from './desktop/save-file.ts';
import { KeyStore, SealedSecrets } from './desktop/sealed-secrets.ts';
import { columnLayouts, type SettingsStore } from './desktop/settings-store.ts';
import { setStartAtLogin } from './desktop/start-at-login.ts';
import { startBackups } from './desktop/start-backups.ts';
import { followStorage, storageNotice } from './desktop/storage-opening.ts';
import { accountName, systemBrowser, trackSleep } from './desktop/system-browser.ts';
import type { WindowStateStore } from './desktop/window-state-store.ts';
import { ConnectionCheck } from './diagnostics/connection-check.ts';
import { StateLog } from './diagnostics/state-log.ts';
import { DoNotCallList } from './do-not-call/do-not-call-list.ts';
import { NumberKeys } from './do-not-call/number-keys.ts';
import { PolicyList } from './do-not-call/policy-list.ts';
import { HolidayCalendar, workerHolidaySource } from './holidays/holiday-calendar.ts';
import { ImportActivity } from './imports/import-queue.ts';
import { makeHandlers } from './ipc/handlers.ts';
import { ConfiguredNetwork } from './network/configured-network.ts';
import { NetworkManager, StoredProxyCredentials } from './network/network-manager.ts';
import { floorOf, floorToTell } from './policy/judge-retention.ts';
import { meaningOverlay } from './policy/policy-questionnaires.ts';
import { policyVerdictMode } from './policy/policy-rules.ts';
import { PrivacyManager } from './privacy/privacy-manager.ts';
import { exportRecorder, policyFacts } from './reports/evidence.ts';
import type { Connectivity } from './service/service-reachability.ts';
import type { Storage } from './storage/storage.ts';
import type { Erasing } from './team/team-erasures.ts';
import { SendingLock } from './updates/app-updates.ts';
import { WorkspaceManager } from './workspaces/workspace-manager.ts';

/** What the work behind the window needs. */
export interface AppWorkOptions {
  readonly version: string;
  readonly connectivity: Connectivity;
  readonly userData: string;
  /** The database's file name in it. */
  readonly database: string;
  readonly storage: Storage;
  readonly logs: Logs;
  readonly settings: SettingsStore;
  readonly window: MainWindow;
  readonly memory: WindowStateStore;
  readonly showPaused: (paused: boolean) => void;
  /** Started at login, without a window. */
  readonly startedHidden: boolean;
  readonly endWork: () => Promise<void>;
}

/** The work behind the window, as the window and the system use it. */
export interface AppWork {
  readonly handlers: Handlers;
  hidesWindow(): boolean | Promise<boolean>;
  /** How many submissions would stay waiting after quitting, if a person is to be asked. */
  waitingCount(): Promise<number>;
  isInstalling(): boolean;
  /** Whether the data folder is gone and can't be written again, so that everything is only in memory. */
  isFolderGone(): boolean;
  setPaused(paused: boolean): void;
  windowFocused(): void;
  /** The window lost the focus, or is gone. */
  windowBlurred(): void;
  /** The window's page is gone, with what was typed in it. */
  pageEnded(): void;
  takeReturnAddress(address: string): boolean;
  /** Starts what no page waits for, once the first page is shown: the network and hourly jobs. */
  startDeferred(): Promise<void>;
  close(): Promise<void>;
}

/** Resumes the work of earlier runs; resolves when pages can be answered. */
export async function startWork(options: AppWorkOptions): Promise<AppWork> {
  const base = await startBase(options);
  const connected = connectWorkspaces(options, base);
  const services = await startServices(options, base, connected);
  const surfaces = showOnDesktop(options, base, connected);
  const work = { ...base, ...connected, ...services, surfaces };
  followSettings(options, work);
  const handlers = makeCallHandlers(options, work);
  // Not awaited: operations of the storage run in order, so it comes before everything that is sent now.
  void recordPolicy(options, work);
  // Before anything is sent: hashed numbers are compared with these keys, and the policy's numbers are on the list.
  await work.numberKeys.load();
  await work.policyList.apply();
  await work.workspaces.start();
  void whenUnlocked(options, work).catch(options.logs.report);
  followChangedPolicy(options, work);
  return runningWork(options, work, handlers);
}

/** Events of one step that later steps listen to. */
interface WorkEvents {
  /** Something that the window shows has changed. */
  change: [ChangeNotice];
  notifiable: [readonly NotifiableEvent[]];
  /** The computer woke from sleep. */
  resumed: [];
  /** Nothing holds back sending any more. */
  sendingReleased: [];
  /** Keys of hashed numbers can be read, or are needed no more. */
  numberKeys: [];
  /** The do-not-call list lets more or less be sent than before. */
  doNotCall: [];
}

/** The parts of the work, as the later steps get them. */
interface Work extends Base, Workspaces, Services {
  readonly surfaces: DesktopSurfaces;
}

/** The parts that need no others: the policy, the key store, the network, and whether sending is held. */
async function startBase({ storage, settings, window, logs }: AppWorkOptions) {
  const events = new EventEmitter<WorkEvents>();
  const policy = await readPolicy(app.isPackaged, settings.read().lastPolicy.place);
  settings.setOverlay(() => policy.policy);
  const meaning = () =>
    meaningOverlay(policy.policy.questionnaires, settings.read().lastPolicy.questionnaires);
  const coverByPolicy = async (): Promise<void> => {
    const { setPolicyMode, setPolicyMeaning } = storage.stores.rules;
    const mode = policyVerdictMode(policy.policy.rules, settings.read().lastPolicy.rules);
    await Promise.all([setPolicyMode(mode), setPolicyMeaning(meaning())]);
  };
  // Before anything is answered. Later, operations run in order, so it holds for every query that is sent after it.
  await coverByPolicy();
  followStorage(storage, {
    settings,
    onChange: () => window.notifyChange({ topic: 'app' }),
    onTrouble: logs.report,
  });
  // One for all: the key store asks a person once, whatever waits for it.
  const keyStore = new KeyStore();
  const protection = {
    keyStore,
    weakAllowed: () => settings.read().weakStorageAllowed,
    onTrouble: logs.report,
  };
  const secrets = new SealedSecrets({ rows: storage.stores.secrets, ...protection });
  const appSecrets = new SealedSecrets({ rows: storage.stores.appSecrets, ...protection });
  const proxySecrets = new SealedSecrets({ rows: storage.stores.proxySecrets, ...protection });
  const credentials = new StoredProxyCredentials(proxySecrets, () => storage.stores.proxySecrets.proxies());
  const network = new ConfiguredNetwork({
    settings: () => settings.read(),
    // PAC scripts included, as Chromium resolves them.
    system: { resolve: (url) => session.defaultSession.resolveProxy(url) },
    credentials,
  });
  return {
    events,
    policy,
    coverByPolicy,
    meaning,
    keyStore,
    secrets,
    appSecrets,
    proxySecrets,
    network,
    credentials,
    tokenConnection: openTokenConnection(network),
    numberKeys: new NumberKeys({
      store: storage.stores.doNotCall,
      secrets: appSecrets,
      onKeys: () => events.emit('numberKeys'),
      onTrouble: logs.report,
    }),
    sleep: trackSleep(() => events.emit('resumed')),
    hold: new SendingLock(() => events.emit('sendingReleased')),
    importActivity: new ImportActivity(),
    exportFile: exportRecorder({
      saveFile,
      allowed: () => policy.policy.exportsAllowed,
      append: (event) => storage.stores.evidence.append(event),
    }),
  };
}

type Base = Awaited<ReturnType<typeof startBase>>;

/** The workspaces, and the network settings. */
function connectWorkspaces(options: AppWorkOptions, base: Base) {
  const { connectivity, userData, storage, settings, window, logs } = options;
  const { events, policy, secrets, numberKeys, network, credentials, tokenConnection, sleep, hold } = base;
  const practice = practiceHost(userData);
  const erasing: { with: Erasing | undefined } = { with: undefined };
  const workspaces = new WorkspaceManager({
    erasing: () => erasing.with,
    stores: storage.stores,
    secrets,
    browser: systemBrowser,
    tokenConnection,
    connectivity,
    isWindowShown: () => window.isShown,
    network,
    practice,
    isBeingListed: (phoneNumber) =>
      doNotCall.isBeingAdded(phoneNumber) || policyList.isBeingAdded(phoneNumber),
    holidays: new HolidayCalendar({
      source: workerHolidaySource(new URL('./holiday-worker.js', import.meta.url)),
      onKnown: () => void workspaces.open.judgeAgain().catch(logs.report),
      onTrouble: logs.report,
    }),
    settings: () => settings.read(),
    // During sleep, sending is paused: calls in progress end with whatever comes back, and nothing new starts.
    isHeld: () => sleep.asleep || hold.active || policyList.isHeld,
    policy: {
      policy: () => policy.policy,
      place: () => policy.state.source,
      last: () => settings.read().lastPolicy,
      remember: (lastPolicy) => void settings.change({ lastPolicy }),
    },
    selectWorkspace: (id) => void settings.change({ currentWorkspaceId: id }),
    onChange: (notice) => events.emit('change', notice),
    onReturned: (workspaceId, signedIn) => window.send({ kind: 'workspace', workspaceId, signedIn }),
    onNotifiable: (notifiable) => events.emit('notifiable', notifiable),
    onTrouble: logs.report,
  });
  const doNotCall = new DoNotCallList({
    store: storage.stores.doNotCall,
    account: accountName(),
    withdraw: () => workspaces.open.doNotCallChanged(),
    locked: () => numberKeys.locked(),
    onLifted: () => events.emit('numberKeys'),
    onChange: () => events.emit('change', { topic: 'do_not_call' }),
  });
  const policyList = new PolicyList({
    numbers: () => policy.policy.doNotCall,
    store: storage.stores.doNotCall,
    onApplied: () => events.emit('doNotCall'),
    onTrouble: logs.report,
  });
  events.on('change', (notice) => window.notifyChange(notice));
  events.on('change', () => workspaces.open.changed());
  events.on('resumed', () => workspaces.open.catchUp());
  events.on('sendingReleased', () => workspaces.open.wake());
  events.on('numberKeys', () => void policyList.apply().catch(logs.report));
  events.on('doNotCall', () => {
    window.notifyChange({ topic: 'app' });
    void workspaces.open.doNotCallChanged().catch(logs.report);
  });
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
  return { workspaces, practice, doNotCall, policyList, networkManager, setPaused, erasing };
}

type Workspaces = ReturnType<typeof connectWorkspaces>;

/** Whose views show what is erased, restored, or put aside by starting over. */
const DATA_TOPICS = [
  'privacy',
  'app',
  'settings',
  'requests',
  'outbox',
  'library',
  'backup',
  'do_not_call',
  'holds',
] as const;

/** The parts that look after the whole: updates, diagnostics, erasure, backups. */
async function startServices(options: AppWorkOptions, base: Base, connected: Workspaces) {
  const { workspaces, practice, erasing } = connected;
  const { version, userData, database, storage, settings, window, logs, endWork } = options;
  const { events, policy, secrets, appSecrets, numberKeys, credentials, tokenConnection, hold } = base;
  const { importActivity, exportFile } = base;
  const { report } = logs;
  const dataChanged = (): void => {
    for (const topic of DATA_TOPICS) window.notifyChange({ topic });
  };
  const updates = selfUpdates({
    settings: () => settings.read(),
    proxyCredentials: credentials,
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
    damageFound: () => storage.damaged(),
    keeping: () => secrets.keeping(),
    settings: () => settings.read(),
    policy: () => policy.state,
    workspaces: () => workspaces.open.all,
    currentWorkspace: () => workspaces.open.current?.workspace,
    connection: tokenConnection,
  });
  const privacy = new PrivacyManager({
    folder: userData,
    account: accountName(),
    erasures: storage.stores.erasures,
    retention: storage.stores.retention,
    practice: practiceTracesEraser(userData),
    teams: {
      tell: (erasure) => workspaces.open.tellTeams(erasure),
      held: (callKeys, requestIds) => workspaces.open.heldByTeams(callKeys, requestIds),
    },
    version,
    layouts: columnLayouts(settings),
    retentionDays: () => settings.read().retentionDays,
    numberKeys,
    deleteCrashDumps: () => diagnostics.deleteCrashDumps(null),
    clockAheadMs: () => diagnostics.clockAheadMs(),
    floorDays: () => floorOf(policy.policy.retention),
    personFloorDays: () => floorToTell(policy.policy.retention, settings.read().lastPolicy.atLeastDays),
    beforeErasing: () => backups.makeWay(),
    onBlocked: () => void events.emit('doNotCall'),
    onChange: dataChanged,
    onTrouble: report,
  });
  erasing.with = privacy;
  const { backups, automaticBackups } = await startBackups({
    userData,
    database,
    workerFile: new URL('./backup-worker.js', import.meta.url),
    stores: storage.stores,
    secrets: appSecrets,
    exportFile,
    numberKeys,
    settings,
    fixedSettings: () => policy.state.managed,
    atRest: (run) => workspaces.whileClosed(run),
    forgetPractice: () => practice.forget(),
    onChange: () => window.notifyChange({ topic: 'backup' }),
    onRestored: dataChanged,
    onTrouble: report,
  });
  events.on('resumed', () => automaticBackups.runIfDue());
  return { updates, stateLog, diagnostics, privacy, backups, automaticBackups };
}

type Services = Awaited<ReturnType<typeof startServices>>;

function showOnDesktop(
  { window, memory, storage, settings, logs, showPaused, startedHidden }: AppWorkOptions,
  { events }: Base,
  { workspaces, setPaused }: Workspaces,
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
  events.on('notifiable', (notifiable) => surfaces.happened(notifiable));
  return surfaces;
}

/** Applies a changed setting at once wherever it counts. */
function followSettings({ settings, logs }: AppWorkOptions, work: Work): void {
  const { secrets, appSecrets, proxySecrets, networkManager, stateLog, updates, surfaces, privacy } = work;
  settings.onChange((_now, changes) => {
    stateLog.changed();
    updates.settingsChanged();
    surfaces.settingsChanged();
    privacy.settingsChanged();
    void networkManager.settingsChanged().catch(logs.report);
    if (changes.weakStorageAllowed !== undefined) {
      const changing = [secrets, appSecrets, proxySecrets].map((each) => each.weakStorageChanged());
      void Promise.all(changing).catch(logs.report);
    }
  });
}

function makeCallHandlers(options: AppWorkOptions, work: Work): Handlers {
  const { version, userData, storage, settings, window } = options;
  const { policy, meaning, policyList, keyStore, numberKeys, network, networkManager, surfaces } = work;
  return makeHandlers({
    ...work,
    stores: storage.stores,
    settings,
    shellState: async () => ({
      version,
      keyStore: await keyStore.state(),
      weakStorageAllowed: settings.read().weakStorageAllowed,
      storageNotice: storageNotice(storage, settings.putAside, userData),
      paused: settings.read().queuePaused,
      doNotCallLocked: policyList.isHeld ? 'policy_file' : await numberKeys.locked(),
      policy: {
        ...policy.state,
        // With those of an earlier policy, where this one can't be read.
        questionnaires: meaning().described.map(({ id }) => id),
        problems: [...policy.state.problems, ...policyList.problems],
      },
    }),
    network: networkManager,
    connectionCheck: new ConnectionCheck({
      schemeOwner,
      holdsInstanceLock: () => app.hasSingleInstanceLock(),
      network,
      now: Date.now,
    }),
    desktop: {
      state: () => surfaces.state(),
      setStartAtLogin,
      openSaved: openSavedFile,
      showSaved: showSavedFile,
    },
    openInBrowser: (address) => systemBrowser.open(address),
    saveFile,
    printReport,
    onChange: (notice) => {
      window.notifyChange(notice);
      work.workspaces.open.changed();
    },
    account: accountName(),
  });
}

async function recordPolicy({ storage, logs }: AppWorkOptions, { policy }: Base): Promise<void> {
  await storage.stores.evidence.recordPolicy(policyFacts(policy.policy), Date.now()).catch(logs.report);
}

/** Shows what the key store answered late, and lets connections use the proxies' passwords. */
async function whenUnlocked({ window }: AppWorkOptions, { keyStore, workspaces }: Work): Promise<void> {
  if ((await keyStore.state()) !== 'unknown') return;
  await keyStore.answered();
  window.notifyChange({ topic: 'app' });
  window.notifyChange({ topic: 'network' });
  window.notifyChange({ topic: 'backup' });
  await workspaces.open.networkChanged();
}

/** Applies a changed policy at once wherever it counts. */
function followChangedPolicy(options: AppWorkOptions, work: Work): void {
  const { settings, window, logs } = options;
  const changed = async (): Promise<void> => {
    void work.coverByPolicy().catch(logs.report);
    void recordPolicy(options, work);
    settings.overlayChanged();
    window.notifyChange({ topic: 'settings' });
    // What it covers must not stay on screen.
    window.notifyChange({ topic: 'covering' });
    await Promise.all([work.workspaces.policyChanged(), work.policyList.apply()]);
  };
  work.policy.onChange(() => void changed().catch(logs.report));
  work.policy.rereadHourly(logs.report);
}

function runningWork({ window, storage, logs }: AppWorkOptions, work: Work, handlers: Handlers): AppWork {
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
