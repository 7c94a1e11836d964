import { realpathSync } from 'node:fs';
import { currentRun } from '../current-run.ts';
import { isHostile } from '../hostile-modes.ts';
import { PreviewUnsupportedError } from '../unsupported.ts';
import { appEvents, appLife } from './app-life.ts';
import { appPath, setAppPath } from './app-paths.ts';
import { commandLine } from './command-line-switches.ts';
import { requireNotReady } from './require-ready.ts';
import { type PartOf, standIn } from './stand-in.ts';
import { systemRegistrations } from './system-registrations.ts';
import { openWindows } from './window-registry.ts';

let customName: string | undefined;
let badgeCount = 0;
let lockRequested = false;

const appApi = {
  get isPackaged() {
    return isHostile('packaged');
  },
  commandLine: standIn<Electron.CommandLine>('app.commandLine', commandLine),
  dock: undefined,
  get name() {
    return appApi.getName();
  },
  set name(name: string) {
    customName = name;
  },

  getName: () => customName ?? currentRun().app.name,
  setName(name: string): void {
    customName = name;
  },
  getVersion: () => currentRun().app.version,
  getAppPath: () => currentRun().app.folder,
  getPath: appPath,
  setPath: setAppPath,
  getLocale: () => Intl.DateTimeFormat().resolvedOptions().locale,
  getLocaleCountryCode: () => new Intl.Locale(Intl.DateTimeFormat().resolvedOptions().locale).region ?? '',
  getSystemLocale: () => Intl.DateTimeFormat().resolvedOptions().locale,
  getPreferredSystemLanguages: () => [Intl.DateTimeFormat().resolvedOptions().locale],

  isReady: appLife.isReady,
  whenReady: appLife.whenReady,
  quit: appLife.quit,
  exit: appLife.exit,
  relaunch: appLife.relaunch,
  focus(): void {
    openWindows()[0]?.focus();
  },

  /**
   * True for the first instance on this data folder. A later one hands `additionalData` and its arguments to the
   * first.
   *
   * The preview acquires the lock before it loads main, on the folder of `--user-data`; any other folder throws.
   */
  requestSingleInstanceLock(additionalData?: unknown): boolean {
    const { instance } = currentRun();
    if (instance.kind === 'none') return false;
    if (realpathSync(appPath('userData')) !== instance.userData) {
      throw new PreviewUnsupportedError("app.requestSingleInstanceLock after app.setPath('userData', ...)");
    }
    if (!lockRequested) appLife.handOver(additionalData);
    lockRequested = true;
    return instance.kind === 'first' && instance.acquireAgain();
  },
  hasSingleInstanceLock: () => lockRequested && currentRun().instance.kind === 'first',
  releaseSingleInstanceLock(): void {
    const { instance } = currentRun();
    if (instance.kind === 'first') instance.release();
    lockRequested = false;
  },

  ...systemRegistrations,
  setDesktopName(_name: string): void {},
  setAppUserModelId(_id: string): void {},
  enableSandbox(): void {
    requireNotReady('app.enableSandbox() can only be called before app is ready');
    // As in Electron's RemoveNoSandboxSwitch (shell/browser/api/electron_api_app.cc).
    commandLine.removeSwitch('no-sandbox');
  },
  setAboutPanelOptions(_options: Electron.AboutPanelOptionsOptions): void {},
  showAboutPanel(): void {
    console.log(`About: ${appApi.getName()} ${appApi.getVersion()}`);
  },
  setBadgeCount(count = 0): boolean {
    badgeCount = count;
    return true;
  },
  getBadgeCount: () => badgeCount,
} satisfies PartOf<Electron.App>;

/** Electron's `app`: {@link appEvents} with these methods. */
export const app = standIn<Electron.App>(
  'app',
  Object.defineProperties(appEvents, Object.getOwnPropertyDescriptors(appApi)) as typeof appEvents &
    typeof appApi,
);
