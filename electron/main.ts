/** Composition root: builds the adapters and hands them to the services, in the order in which they are needed. */
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, net } from 'electron';
import { openTokenConnection } from './auth/token-request.ts';
import { APP_ORIGIN, registerAppScheme, serveApp } from './desktop/app-protocol.ts';
import { selfUpdates } from './desktop/app-updater.ts';
import { askBeforeQuitting } from './desktop/ask-before-quitting.ts';
import { chooseCertificateFile } from './desktop/choose-certificate-file.ts';
import { DeepLinks, openDeepLink } from './desktop/deep-links.ts';
import { DesktopSurfaces } from './desktop/desktop-surfaces.ts';
import { GrowingFiles } from './desktop/growing-files.ts';
import { guardContents, guardPermissions } from './desktop/guards.ts';
import { Records } from './desktop/keep-records.ts';
import {
  asksToStayHidden,
  renewStartAtLogin,
  setStartAtLogin,
  startedHidden,
} from './desktop/login/start-at-login.ts';
import { MainWindow } from './desktop/main-window.ts';
import { makePrivacyDesk } from './desktop/make-privacy-desk.ts';
import { makeSignInCheck } from './desktop/make-sign-in-check.ts';
import { followPolicy, readPolicy } from './desktop/policy-sources/read-policy.ts';
import { practiceHost } from './desktop/practice-host.ts';
import { printReport } from './desktop/print-report.ts';
import { quitInOrder } from './desktop/quit-in-order.ts';
import { saveFile } from './desktop/save-file.ts';
import { registerScheme } from './desktop/scheme/register-scheme.ts';
import { unregister, wantsUnregister } from './desktop/scheme/unregister.ts';
import { keyStoreAvailable, SealedSecrets } from './desktop/sealed-secrets.ts';
import { SettingsStore } from './desktop/settings-store.ts';
import { followSleep } from './desktop/sleep.ts';
import { startBackups } from './desktop/start-backups.ts';
import { startNetwork } from './desktop/start-network.ts';
import { openLoggedStorage, storageNotice } from './desktop/storage-opening.ts';
import { systemBrowser } from './desktop/system-browser.ts';
import { WindowMemory } from './desktop/window-memory.ts';
import { StateLog } from './diagnostics/state-log.ts';
import { ImportActivity } from './imports/import-activity.ts';
import { makeHandlers } from './ipc/handlers.ts';
import { registerCalls } from './ipc/register-calls.ts';
import { NetworkDesk } from './network/network-desk.ts';
import { makePrivate } from './privacy/private-folder.ts';
import { SendingHold } from './updates/sending-hold.ts';
import { WorkspaceDesk } from './workspaces/workspace-desk.ts';

// Whatever this process writes is for this user alone.
process.umask(0o077);
app.setName('Callboard');
// Windows shows notifications and badges of installed apps by this id alone.
app.setAppUserModelId('app.callboard');
app.enableSandbox();
registerAppScheme();
guardContents();

const records = new Records(import.meta.dirname);
const { report, startFailed: fail } = records;

const DATABASE = 'callboard.db';

/** What a restored backup may change. */
const RESTORED_TOPICS = ['app', 'settings', 'requests', 'outbox', 'library', 'backup'] as const;

const deepLinks = new DeepLinks();
let window: MainWindow | undefined;

if (wantsUnregister(process.argv)) {
  app
    .whenReady()
    .then(unregister)
    .then(() => app.exit(0), fail);
} else if (app.requestSingleInstanceLock()) {
  deepLinks.listen((argv) => {
    if (!asksToStayHidden(argv)) void window?.show();
  });
  // Not awaited: Electron is ready only once this module has been loaded to its end.
  app.whenReady().then(start).catch(fail);
} else {
  // The running instance has our arguments, a deep link among them.
  app.quit();
}

async function start(): Promise<void> {
  records.started();
  const userData = app.getPath('userData');
  makePrivate(userData);
  new GrowingFiles(userData).removeLeft(report);
  void registerScheme().catch(report);
  guardPermissions();
  serveApp(join(import.meta.dirname, '../renderer'));

  const storage = await openLoggedStorage(
    join(userData, DATABASE),
    new URL('./storage-worker.js', import.meta.url),
    records.log,
    () => window?.notifyChange({ topic: 'app' }),
  );
  const policy = await readPolicy();
  const settings = new SettingsStore(userData, () => policy.policy);
  nativeTheme.themeSource = themeSource(settings.read().colorScheme);

  const secrets = new SealedSecrets(storage.stores.secrets, () => settings.read().weakStorageAllowed);
  const sleep = followSleep(() => desk.catchUp());
  const hold = new SendingHold(() => desk.wake());
  const { network, credentials, weakStorageChanged } = await startNetwork(storage.stores.proxySecrets, () =>
    settings.read(),
  );
  const tokenConnection = openTokenConnection(network);
  const desk = new WorkspaceDesk({
    stores: storage.stores,
    secrets,
    browser: systemBrowser,
    tokenConnection,
    connectivity: { isOnline: () => net.isOnline() },
    network,
    practice: practiceHost(userData),
    // Asleep counts as paused: what is on its way is judged by what comes back, and nothing new begins.
    settings: () => ({
      ...settings.read(),
      queuePaused: sleep.asleep || hold.active || settings.read().queuePaused,
    }),
    policy: {
      policy: () => policy.policy,
      last: () => settings.read().lastPolicy,
      remember: (lastPolicy) => void settings.change({ lastPolicy }),
    },
    selectWorkspace: (id) => void settings.change({ currentWorkspaceId: id }),
    onChange: (topic, ids) => {
      stateLog.changed();
      window?.notifyChange(ids ? { topic, ids } : { topic });
      surfaces.refresh();
    },
    onHappening: (happenings) => surfaces.happened(happenings),
    onTrouble: report,
  });

  const memory = new WindowMemory(userData, report);
  const mainWindow = new MainWindow({
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
    memory,
    onFocus: () => {
      desk.catchUp();
      policy.lookAgain().catch(report);
      surfaces.refresh();
    },
    onBlur: () => surfaces.refresh(),
    hidesOnClose: () => surfaces.hidesWindow && !quitting(),
  });
  window = mainWindow;
  const endWork = quitInOrder(async () => {
    policy.close();
    updates.close();
    await surfaces.stop();
    await privacy.close();
    await backups.close();
    await desk.close();
    // Sign-ins have had their patience: an answer that never ends must not hold the quitting.
    await tokenConnection.destroy();
    await storage.close();
    stateLog.close();
    await records.close();
  }, report);
  const networkDesk = new NetworkDesk({
    network,
    credentials,
    settings,
    workspaces: async () => (await desk.state()).workspaces,
    chooseCertificateFile,
    onApplied: () => desk.networkChanged(),
    onChange: () => mainWindow.notifyChange({ topic: 'network' }),
  });
  const importActivity = new ImportActivity();
  const updates = selfUpdates({
    settings: () => settings.read(),
    sending: () => desk.sendingCount(),
    imports: importActivity,
    hold,
    endWork,
    onChange: () => {
      stateLog.changed();
      mainWindow.notifyChange({ topic: 'updates' });
    },
    onTrouble: report,
  });
  const stateLog = new StateLog(records.log.event, () => ({
    workspaces: desk.all,
    settings: settings.read(),
    policy: policy.state,
    update: updates.state.step,
  }));
  const diagnostics = records.diagnostics({
    databaseName: DATABASE,
    metDamage: () => storage.damaged(),
    keeping: () => secrets.keeping(),
    settings: () => settings.read(),
    policy: () => policy.state,
    workspaces: () => desk.all,
    currentWorkspace: () => desk.current?.workspace,
    connection: tokenConnection,
  });
  const privacy = makePrivacyDesk({
    userData,
    stores: storage.stores,
    settings: () => settings.read(),
    deleteCrashDumps: () => diagnostics.deleteCrashDumps(null),
    clock: () => diagnostics.clock(),
    onChange: (topic) => mainWindow.notifyChange({ topic }),
    onTrouble: report,
  });
  const backups = await startBackups({
    userData,
    database: DATABASE,
    workerFile: new URL('./backup-worker.js', import.meta.url),
    stores: storage.stores,
    settings,
    fixedSettings: () => policy.state.managed,
    atRest: (run) => desk.atRest(run),
    onChange: () => mainWindow.notifyChange({ topic: 'backup' }),
    onRestored: () => {
      for (const topic of RESTORED_TOPICS) mainWindow.notifyChange({ topic });
    },
  });
  const hidden = startedHidden();
  const surfaces = new DesktopSurfaces({
    window: mainWindow,
    memory,
    desk,
    notices: storage.stores.notices,
    settings: () => settings.read(),
    setPaused: (queuePaused) => {
      settings.change({ queuePaused });
      mainWindow.notifyChange({ topic: 'settings' });
      desk.wake();
    },
    startedHidden: hidden,
    onTrouble: report,
  });
  settings.onChange((now, changes) => {
    nativeTheme.themeSource = themeSource(now.colorScheme);
    stateLog.changed();
    updates.settingsChanged();
    surfaces.settingsChanged();
    privacy.settingsChanged();
    void networkDesk.settingsChanged().catch(report);
    if (changes.weakStorageAllowed !== undefined) {
      void Promise.all([secrets.weakStorageChanged(), weakStorageChanged()]).catch(report);
    }
  });
  registerCalls({
    origin: APP_ORIGIN,
    onTrouble: report,
    handlers: makeHandlers({
      desk,
      stores: storage.stores,
      settings,
      shellState: async () => ({
        version: app.getVersion(),
        keyStoreAvailable: await keyStoreAvailable(),
        weakStorageAllowed: settings.read().weakStorageAllowed,
        storageNotice: storageNotice(storage, settings.putAside),
        paused: settings.read().queuePaused,
        policy: policy.state,
      }),
      network: networkDesk,
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
      onChange: (topic, ids) => mainWindow.notifyChange(ids ? { topic, ids } : { topic }),
    }),
  });

  await desk.start();
  void privacy.start().catch(report);
  followPolicy(policy, {
    changed: () => {
      settings.overlayChanged();
      mainWindow.notifyChange({ topic: 'settings' });
      return desk.policyChanged();
    },
    onTrouble: report,
  });
  deepLinks.deliverTo((link) => {
    openDeepLink(link, {
      takeReturnAddress: (address) => desk.takeReturnAddress(address),
      showWindow: () => mainWindow.show(),
      showLink: (shown) => mainWindow.navigate({ kind: 'link', link: shown }),
    }).catch(report);
  });
  const quitting = askBeforeQuitting(
    async () => (updates.installing ? 0 : desk.waitingCount()),
    () => void mainWindow.show(),
  );
  void renewStartAtLogin().catch(report);
  updates.start();
  await surfaces.start();
  if (!hidden) await mainWindow.show();
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) void mainWindow.show();
  });
}

function themeSource(scheme: 'auto' | 'light' | 'dark'): 'system' | 'light' | 'dark' {
  return scheme === 'auto' ? 'system' : scheme;
}
