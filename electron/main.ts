/**
 * Composition root. This file and its imports are only what a window needs, so that it opens first. Everything behind it
 * (begin-work.ts) is loaded while its page loads, and then answers the page's calls.
 */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { app, BrowserWindow, dialog, net } from 'electron';
import { registerAppScheme, serveApp } from './desktop/app-protocol.ts';
import { setApplicationMenu } from './desktop/application-menu.ts';
import { dataFolder, keepCrashDumps, unwritableFolder } from './desktop/data-folder.ts';
import { DeepLinks, LateLaunches, openDeepLink } from './desktop/deep-links.ts';
import { DeferredLogs } from './desktop/deferred-logs.ts';
import { guardContents, guardPermissions, sandboxPages } from './desktop/guards.ts';
import { MainWindow, showTheme } from './desktop/main-window.ts';
import { endInOrder, QuitQuestion } from './desktop/quitting.ts';
import { startedHidden } from './desktop/start-at-login.ts';
import type { OpeningStorage } from './desktop/storage-opening.ts';
import { asksToStayHidden, wantsUnregister } from './desktop/switches.ts';
import { WindowStateStore } from './desktop/window-state-store.ts';
import { logFolder } from './diagnostics/log-file.ts';
import { makePrivate } from './privacy/private-folder.ts';
import type { AppWork } from './start-work.ts';
import { stateFolder } from './storage/folder-lock.ts';
import { openStorage, type Storage } from './storage/storage.ts';

const DATABASE = 'callboard.db';

app.setName('Callboard');
// Windows needs this id to show notifications and badges of installed apps.
if (process.platform === 'win32') app.setAppUserModelId('app.callboard');
sandboxPages();
registerAppScheme();
guardContents();

const deferredLogs = new DeferredLogs(async () => {
  const { Logs } = await import('./begin-work.ts');
  return new Logs(import.meta.dirname, crashDumps);
});
const { report, startFailed: fail } = deferredLogs;
const userData = dataFolder();
const crashDumps = keepCrashDumps(userData, report);

const deepLinks = new DeepLinks();
const lateLaunches = new LateLaunches();
let window: MainWindow | undefined;

if (wantsUnregister(process.argv)) {
  app
    .whenReady()
    .then(async () => (await import('./desktop/link-scheme.ts')).unregister())
    .then(() => app.exit(0), fail);
} else if (app.requestSingleInstanceLock()) {
  deepLinks.listen(
    (argv) => {
      if (!asksToStayHidden(argv)) void window?.show();
    },
    (argv, link) => lateLaunches.take(argv, link),
  );
  app.on('activate', () => {
    if (lateLaunches.take([], undefined)) return;
    if (BrowserWindow.getAllWindows().length === 0) void window?.show();
  });
  const opening = startOpening();
  // Not awaited: Electron becomes ready only after this module has finished loading.
  app
    .whenReady()
    .then(() => start(opening))
    .catch(fail);
} else {
  endUnlessWritable();
}

/** Starts opening the database in its worker thread, in parallel with Electron and the window, which take as long. */
function startOpening(): OpeningStorage {
  const startedAt = performance.now();
  const storage = openPrivately();
  // Whoever awaits the storage handles the rejection.
  storage.catch(() => undefined);
  return { database: DATABASE, storage, startedAt };
}

async function openPrivately(): Promise<Storage> {
  makePrivate(userData);
  const damaged = (): void => {
    void deferredLogs.get().then(({ log }) => log.event('database_damaged', {}));
    window?.notifyChange({ topic: 'app' });
  };
  return openStorage(
    join(userData, DATABASE),
    new URL('./storage-worker.js', import.meta.url),
    damaged,
    (error) => void deferredLogs.get().then(({ log }) => log.error(error, 'storage_worker')),
    stateFolder(),
  );
}

/** Without the lock. The running instance gets our arguments, including a deep link, unless there is none. */
function endUnlessWritable(): void {
  const problem = unwritableFolder();
  if (!problem) {
    app.quit();
    return;
  }
  // On Linux, a box can only be shown once Electron is ready.
  app
    .whenReady()
    .then(() => {
      dialog.showErrorBox(problem.title, problem.text);
      app.exit(1);
    })
    .catch(fail);
}

async function start(opening: OpeningStorage): Promise<void> {
  let work: AppWork | undefined;
  const working = Promise.withResolvers<AppWork>();
  const answering = Promise.withResolvers<void>();
  guardPermissions();
  serveApp(join(import.meta.dirname, '../renderer'), answering.promise);
  const memory = new WindowStateStore(userData, report);
  showTheme(memory.get().colorScheme);
  const mainWindow = new MainWindow({
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
    memory,
    onFocus: () => work?.windowFocused(),
    onBlur: () => work?.windowBlurred(),
    hidesOnClose: () => (work === undefined || question.isQuitting ? false : work.hidesWindow()),
    isQuitting: () => question.isQuitting,
    logFolder: logFolder(userData),
    // After a quit, the next start does the same.
    onPageEnd: () => void (question.isQuitting || work?.pageEnded()),
    onReload: (cause) => void deferredLogs.get().then(({ log }) => log.event('page_reloaded', { cause })),
    onTrouble: report,
  });
  window = mainWindow;
  const question = new QuitQuestion({
    waitingCount: async () => (work ? work.waitingCount() : 0),
    wouldLoseAll: () => work?.isFolderGone() ?? false,
    window: () => (mainWindow.isShown ? mainWindow.native : undefined),
    keepOpen: () => void mainWindow.show().catch(report),
  });
  const endWork = endInOrder({
    question,
    // Waits for work that is still starting, so that it is ended even if the window closes meanwhile.
    close: async () => (await working.promise).close(),
    onSystemEnd: (how) => {
      lateLaunches.drop();
      deferredLogs.systemEnds(how);
    },
    onTrouble: report,
  });
  lateLaunches.watch({
    isQuitting: () => question.isQuitting,
    takeReturnAddress: (address) => work?.takeReturnAddress(address) ?? false,
    isInstalling: () => work?.isInstalling() ?? false,
  });
  const showPaused = installMenu(mainWindow, working.promise);
  const hidden = startedHidden();
  const shown = hidden ? Promise.resolve() : mainWindow.show();
  // Reported where `shown` is awaited: until then, a page that fails to load must not count as a crash.
  shown.catch(() => undefined);

  // One turn later, so that the window's first requests come before everything loaded now.
  await nextTurn();
  const logs = await deferredLogs.get();
  const { beginWork, registerWithSystem } = await import('./begin-work.ts');
  working.resolve(
    beginWork({
      version: app.getVersion(),
      connectivity: { isOnline: () => net.isOnline() },
      logs,
      userData,
      window: mainWindow,
      memory,
      showPaused,
      startedHidden: hidden,
      endWork,
      opening,
      work: working.promise,
      onAnswering: answering.resolve,
    }),
  );
  work = await working.promise;
  openLinks(mainWindow, work);
  try {
    await shown;
    if (!hidden) await mainWindow.firstPage();
    registerWithSystem(report);
    await work.startDeferred();
  } catch (error) {
    // Quitting during the start is not a failed start.
    if (!question.isQuitting) throw error;
  }
}

/** Installs the application menu; returns the function that shows in it whether sending is paused. */
function installMenu(mainWindow: MainWindow, work: Promise<AppWork>): (paused: boolean) => void {
  return setApplicationMenu(
    {
      go: (notice) => void mainWindow.navigate(notice).catch(report),
      reload: () => void mainWindow.reload().catch(report),
      undo: () => mainWindow.send({ kind: 'undo' }),
      setPaused: (paused) => work.then(({ setPaused }) => setPaused(paused)).catch(report),
    },
    false,
  );
}

/** Opens deep links from now on, those that came during the start included. */
function openLinks(mainWindow: MainWindow, work: AppWork): void {
  deepLinks.deliverTo((link) => {
    openDeepLink(link, {
      takeReturnAddress: (address) => work.takeReturnAddress(address),
      showWindow: () => mainWindow.show(),
      showLink: (toShow) => mainWindow.navigate({ kind: 'link', link: toShow }),
    }).catch(report);
  });
}
