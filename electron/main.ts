/**
 * Composition root. The window comes first: its page loads while everything behind it is built (app-work.ts), and the
 * page's calls are answered as soon as that is done.
 */
import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, net } from 'electron';
import type { AppWork } from './app-work.ts';
import { APP_ORIGIN, registerAppScheme, serveApp } from './desktop/app-protocol.ts';
import { setApplicationMenu } from './desktop/application-menu.ts';
import { askBeforeQuitting } from './desktop/ask-before-quitting.ts';
import { DeepLinks, openDeepLink } from './desktop/deep-links.ts';
import { GrowingFiles } from './desktop/growing-files.ts';
import { guardContents, guardPermissions } from './desktop/guards.ts';
import { Records } from './desktop/keep-records.ts';
import { asksToStayHidden, renewStartAtLogin, startedHidden } from './desktop/login/start-at-login.ts';
import { MainWindow } from './desktop/main-window.ts';
import { quitInOrder } from './desktop/quit-in-order.ts';
import { registerScheme } from './desktop/scheme/register-scheme.ts';
import { unregister, wantsUnregister } from './desktop/scheme/unregister.ts';
import { SettingsStore } from './desktop/settings-store.ts';
import { openLoggedStorage } from './desktop/storage-opening.ts';
import { WindowMemory } from './desktop/window-memory.ts';
import { registerCalls } from './ipc/register-calls.ts';
import { makePrivate } from './privacy/private-folder.ts';

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
  const opening = openLoggedStorage(
    join(userData, DATABASE),
    new URL('./storage-worker.js', import.meta.url),
    records.log,
    () => window?.notifyChange({ topic: 'app' }),
  );
  // What opening threw is told where it is awaited.
  opening.catch(() => undefined);
  guardPermissions();
  serveApp(join(import.meta.dirname, '../renderer'));
  const settings = new SettingsStore(userData);
  followTheme(settings);

  let work: AppWork | undefined;
  const begun = Promise.withResolvers<AppWork>();
  const memory = new WindowMemory(userData, report);
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
      setPaused: (paused) => void begun.promise.then(({ setPaused }) => setPaused(paused)),
    },
    settings.read().queuePaused,
  );
  registerCalls({
    origin: APP_ORIGIN,
    onTrouble: report,
    handlers: begun.promise.then(({ handlers }) => handlers),
  });
  const hidden = startedHidden();
  const shown = hidden ? Promise.resolve() : mainWindow.show();
  // As above: a page that fails to load, or a window closed before it has, must not count as a crash.
  shown.catch(() => undefined);
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) void mainWindow.show();
  });

  const [{ startWork }, storage] = await Promise.all([import('./app-work.ts'), opening]);
  work = await startWork({
    version: app.getVersion(),
    connectivity: { isOnline: () => net.isOnline() },
    userData,
    database: DATABASE,
    storage,
    records,
    settings,
    window: mainWindow,
    memory,
    showPaused,
    startedHidden: hidden,
    endWork,
  });
  begun.resolve(work);
  deepLinks.deliverTo((link) => {
    openDeepLink(link, {
      takeReturnAddress: (address) => work?.takeReturnAddress(address) === true,
      showWindow: () => mainWindow.show(),
      showLink: (toShow) => mainWindow.navigate({ kind: 'link', link: toShow }),
    }).catch(report);
  });
  await shown;
  if (!hidden) await mainWindow.firstPage();
  void registerScheme().catch(report);
  void renewStartAtLogin().catch(report);
  await work.goOn();
}

function followTheme(settings: SettingsStore): void {
  const follow = (scheme: 'auto' | 'light' | 'dark'): void => {
    nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
  };
  follow(settings.read().colorScheme);
  settings.onChange(({ colorScheme }) => follow(colorScheme));
}
