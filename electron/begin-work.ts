/**
 * Composition root, its second half: what the window does not need to open. Its code is loaded while the window's page is:
 * records, storage and settings, the answers to the page's calls, then the work behind them (app-work.ts).
 */
import { join } from 'node:path';
import { app, net } from 'electron';
import type { AppWork } from './app-work.ts';
import { APP_ORIGIN } from './desktop/app-protocol.ts';
import { GrowingFiles } from './desktop/growing-files.ts';
import { Records } from './desktop/keep-records.ts';
import { renewStartAtLogin } from './desktop/login/start-at-login.ts';
import type { MainWindow } from './desktop/main-window.ts';
import { registerScheme } from './desktop/scheme/register-scheme.ts';
import { SettingsStore } from './desktop/settings-store.ts';
import { showTheme } from './desktop/show-theme.ts';
import { openLoggedStorage } from './desktop/storage-opening.ts';
import type { WindowMemory } from './desktop/window-memory.ts';
import { registerCalls } from './ipc/register-calls.ts';
import { makePrivate } from './privacy/private-folder.ts';

const DATABASE = 'callboard.db';

export { Records };

export interface BeginWorkOptions {
  readonly records: Records;
  readonly userData: string;
  readonly window: MainWindow;
  readonly memory: WindowMemory;
  /** Shows in the menu whether sending is paused. */
  readonly showPaused: (paused: boolean) => void;
  /** Started at login, without a window. */
  readonly startedHidden: boolean;
  /** Ends all work, as quitting does. */
  readonly endWork: () => Promise<void>;
  /** The work, or why there is none: calls that come before wait for it. */
  readonly begun: Promise<AppWork>;
  /** Calls are taken from now on. */
  readonly onAnswering: () => void;
}

/** Resolves when pages can be answered. Rejects where the work cannot be taken up: nothing was sent then. */
export async function beginWork(options: BeginWorkOptions): Promise<AppWork> {
  const { records, userData, window, memory, showPaused, begun } = options;
  const { report } = records;
  records.started();
  makePrivate(userData);
  const opening = openLoggedStorage(
    join(userData, DATABASE),
    new URL('./storage-worker.js', import.meta.url),
    records.log,
    () => window.notifyChange({ topic: 'app' }),
  );
  // What opening threw is told where it is awaited.
  opening.catch(() => undefined);
  const handlers = begun.then((work) => work.handlers);
  // As above: where there is no work, the start says why.
  handlers.catch(() => undefined);
  registerCalls({ origin: APP_ORIGIN, onTrouble: report, handlers });
  options.onAnswering();
  new GrowingFiles(userData).removeLeft(report);
  const settings = new SettingsStore(userData);
  followTheme(settings, memory);
  showPaused(settings.read().queuePaused);
  const [{ startWork }, storage] = await Promise.all([import('./app-work.ts'), opening]);
  return startWork({
    version: app.getVersion(),
    connectivity: { isOnline: () => net.isOnline() },
    userData,
    database: DATABASE,
    storage,
    records,
    settings,
    window,
    memory,
    showPaused,
    startedHidden: options.startedHidden,
    endWork: options.endWork,
  });
}

/** Tells the system what this program opens, and where it is. */
export function registerWithSystem(report: (error: unknown) => void): void {
  registerScheme().catch(report);
  renewStartAtLogin().catch(report);
}

/** Also the next start's window opens in it. */
function followTheme(settings: SettingsStore, memory: WindowMemory): void {
  const follow = (colorScheme: 'auto' | 'light' | 'dark'): void => {
    showTheme(colorScheme);
    memory.keep({ colorScheme });
  };
  follow(settings.read().colorScheme);
  settings.onChange(({ colorScheme }) => follow(colorScheme));
}
