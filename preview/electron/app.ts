import { realpathSync } from 'node:fs';
import { currentRun } from '../current-run.ts';
import { PreviewUnsupportedError, strict } from '../unsupported.ts';
import { appEvents, appLife } from './app-life.ts';
import { appPath, setAppPath } from './app-paths.ts';
import { commandLine } from './command-line-switches.ts';
import { requireNotReady } from './require-ready.ts';
import { openWindows } from './window-registry.ts';

let givenName: string | undefined;
let badgeCount = 0;
let askedForLock = false;

const appApi = {
  isPackaged: false,
  commandLine: strict('app.commandLine', commandLine),
  dock: undefined,
  get name() {
    return appApi.getName();
  },
  set name(name: string) {
    givenName = name;
  },

  getName: () => givenName ?? currentRun().app.name,
  setName(name: string): void {
    givenName = name;
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
  focus(): void {
    openWindows()[0]?.focus();
  },

  /**
   * True for the first start on this data folder. A later one gives `additionalData` and its arguments to the first.
   *
   * The lock was settled before main was loaded, on the folder of `--user-data`; asking for it on another one throws.
   */
  requestSingleInstanceLock(additionalData?: unknown): boolean {
    const { instance } = currentRun();
    if (realpathSync(appPath('userData')) !== instance.userData) {
      throw new PreviewUnsupportedError("app.requestSingleInstanceLock after app.setPath('userData', ...)");
    }
    if (!askedForLock) appLife.handOver(additionalData);
    askedForLock = true;
    return instance.kind === 'first';
  },
  hasSingleInstanceLock: () => askedForLock && currentRun().instance.kind === 'first',
  releaseSingleInstanceLock(): void {
    const { instance } = currentRun();
    if (instance.kind === 'first') instance.release();
    askedForLock = false;
  },

  // The system is left as it is: the preview is a guest on the developer's machine, so nothing is ever registered.
  setAsDefaultProtocolClient: (_scheme: string) => false,
  removeAsDefaultProtocolClient: (_scheme: string) => false,
  isDefaultProtocolClient: (_scheme: string) => false,
  setDesktopName(_name: string): void {},
  setAppUserModelId(_id: string): void {},
  enableSandbox(): void {
    requireNotReady('app.enableSandbox() can only be called before app is ready');
  },
  setAboutPanelOptions(_options: Electron.AboutPanelOptionsOptions): void {},
  showAboutPanel(): void {
    console.log(`About: ${appApi.getName()} ${appApi.getVersion()}`);
  },
  // A guest on the developer's machine is not started with it.
  getLoginItemSettings: (_options?: Electron.LoginItemSettingsOptions) => ({
    openAtLogin: false,
    wasOpenedAtLogin: false,
    status: 'not-registered',
    executableWillLaunchAtLogin: false,
    launchItems: [],
  }),
  setLoginItemSettings(_settings: Electron.Settings): void {},
  setBadgeCount(count = 0): boolean {
    badgeCount = count;
    return true;
  },
  getBadgeCount: () => badgeCount,
} satisfies Partial<Record<keyof Electron.App, unknown>>;

/** Electron's `app`: the emitter of {@link appEvents} with these methods. */
export const app = strict(
  'app',
  Object.defineProperties(appEvents, Object.getOwnPropertyDescriptors(appApi)) as typeof appEvents &
    typeof appApi,
);
