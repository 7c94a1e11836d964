/**
 * Composition root. The window comes first: this file, and what it imports, is what a window needs and no more. Everything
 * behind it (begin-work.ts) is loaded while its page is, and the page's calls are answered as soon as that is done.
 */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { app, BrowserWindow } from 'electron';
import type { AppWork } from './app-work.ts';
import { registerAppScheme, serveApp } from './desktop/app-protocol.ts';
import { setApplicationMenu } from './desktop/application-menu.ts';
import { askBeforeQuitting } from './desktop/ask-before-quitting.ts';
import { keepCrashDumps } from './desktop/crash-dumps.ts';
import { DeepLinks, openDeepLink } from './desktop/deep-links.ts';
import { DeferredLogs } from './desktop/deferred-logs.ts';
import { guardContents, guardPermissions } from './desktop/guards.ts';
import { asksToStayHidden } from './desktop/login/hidden-switch.ts';
import { startedHidden } from './desktop/login/started-hidden.ts';
import { MainWindow } from './desktop/main-window.ts';
import { openStorageFirst } from './desktop/open-storage-first.ts';
import { quitInOrder } from './desktop/quit-in-order.ts';
import { wantsUnregister } from './desktop/scheme/unregister-switch.ts';
import { showTheme } from './desktop/show-theme.ts';
import type { OpeningStorage } from './desktop/storage-opening.ts';
import { WindowStateStore } from './desktop/window-state-store.ts';

// Whatever this process writes is for this user alone.
process.umask(0o077);
app.setName('Callboard');
// Windows shows notifications and badges of installed apps by this id alone.
app.setAppUserModelId('app.callboard');
app.enableSandbox();
registerAppScheme();
guardContents();

const deferredLogs = new DeferredLogs(async () => {
  const { Logs } = await import('./begin-work.ts');
  return new Logs(import.meta.dirname, crashDumps);
});
const { report, startFailed: fail } = deferredLogs;
const crashDumps = keepCrashDumps(app.getPath('userData'), report);

const deepLinks = new DeepLinks();
let window: MainWindow | undefined;

if (wantsUnregister(process.argv)) {
  app
    .whenReady()
    .then(async () => (await import('./desktop/scheme/unregister.ts')).unregister())
    .then(() => app.exit(0), fail);
} else if (app.requestSingleInstanceLock()) {
  deepLinks.listen((argv) => {
    if (!asksToStayHidden(argv)) void window?.show();
  });
  const opening = openStorageFirst({
    userData: app.getPath('userData'),
    workerFile: new URL('./storage-worker.js', import.meta.url),
    logs: deferredLogs,
    onDamage: () => window?.notifyChange({ topic: 'app' }),
  });
  // Not awaited: Electron is ready only once this module has been loaded to its end.
  app
    .whenReady()
    .then(() => start(opening))
    .catch(fail);
} else {
  // The running instance has our arguments, a deep link among them.
  app.quit();
}

async function start(opening: OpeningStorage): Promise<void> {
  const userData = app.getPath('userData');
  let work: AppWork | undefined;
  const begun = Promise.withResolvers<AppWork>();
  const answering = Promise.withResolvers<void>();
  guardPermissions();
  serveApp(join(import.meta.dirname, '../renderer'), answering.promise);
  const memory = new WindowStateStore(userData, report);
  showTheme(memory.get().colorScheme);
  const mainWindow = new MainWindow({
    preload: join(import.meta.dirname, '../preload/preload.cjs'),
    memory,
    onFocus: () => work?.lookedAt(),
    onBlur: () => work?.lookedAway(),
    hidesOnClose: () => work?.hidesWindow === true && !quitting(),
  });
  window = mainWindow;
  // What is begun is ended, also where the window was closed while it began.
  const endWork = quitInOrder(async () => (await begun.promise).close(), report);
  const quitting = askBeforeQuitting(
    async () => (work ? work.waitingCount() : 0),
    () => void mainWindow.show(),
  );
  const showPaused = setApplicationMenu(
    {
      go: (notice) => void mainWindow.navigate(notice).catch(report),
      setPaused: (paused) => begun.promise.then(({ setPaused }) => setPaused(paused)).catch(report),
    },
    false,
  );
  const hidden = startedHidden();
  const shown = hidden ? Promise.resolve() : mainWindow.show();
  // It is told where it is awaited: a page that fails to load meanwhile must not count as a crash.
  shown.catch(() => undefined);
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) void mainWindow.show();
  });

  // A turn later: what the window asks for as it opens goes before all that is loaded now.
  await nextTurn();
  const logs = await deferredLogs.get();
  const { beginWork, registerWithSystem } = await import('./begin-work.ts');
  begun.resolve(
    beginWork({
      logs,
      userData,
      window: mainWindow,
      memory,
      showPaused,
      startedHidden: hidden,
      endWork,
      opening,
      begun: begun.promise,
      onAnswering: answering.resolve,
    }),
  );
  work = await begun.promise;
  deepLinks.deliverTo((link) => {
    openDeepLink(link, {
      takeReturnAddress: (address) => work?.takeReturnAddress(address) === true,
      showWindow: () => mainWindow.show(),
      showLink: (toShow) => mainWindow.navigate({ kind: 'link', link: toShow }),
    }).catch(report);
  });
  try {
    await shown;
    if (!hidden) await mainWindow.firstPage();
    registerWithSystem(report);
    await work.goOn();
  } catch (error) {
    // What quitting breaks off is no failed start.
    if (!quitting()) throw error;
  }
}
