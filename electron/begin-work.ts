/**
 * Composition root, its second half: what the window does not need to open. Its code is loaded while the window's page is:
 * logs, storage and settings, the answers to the page's calls, then the work behind them (app-work.ts).
 */
import { app, net } from 'electron';
import type { AppWork, AppWorkOptions } from './app-work.ts';
import { APP_ORIGIN } from './desktop/app-protocol.ts';
import { renewStartAtLogin } from './desktop/login/start-at-login.ts';
import { Logs } from './desktop/logs.ts';
import { PartialFiles } from './desktop/partial-files.ts';
import { registerScheme } from './desktop/scheme/register-scheme.ts';
import { SettingsStore } from './desktop/settings-store.ts';
import { showTheme } from './desktop/show-theme.ts';
import { loggedStorage, type OpeningStorage } from './desktop/storage-opening.ts';
import type { WindowStateStore } from './desktop/window-state-store.ts';
import { registerCalls } from './ipc/register-calls.ts';

export { Logs };

/** What the work is given that is there before it. */
type GivenToWork = Pick<
  AppWorkOptions,
  'logs' | 'userData' | 'window' | 'memory' | 'showPaused' | 'startedHidden' | 'endWork'
>;

export interface BeginWorkOptions extends GivenToWork {
  readonly opening: OpeningStorage;
  /** The work, or why there is none: calls that come before wait for it. */
  readonly begun: Promise<AppWork>;
  /** Calls are taken from now on. */
  readonly onAnswering: () => void;
}

/** Resolves when pages can be answered. Rejects where the work cannot be taken up: nothing was sent then. */
export async function beginWork(options: BeginWorkOptions): Promise<AppWork> {
  const { opening, begun, onAnswering, ...given } = options;
  const { logs, userData, memory, showPaused } = given;
  const { report } = logs;
  logs.started();
  const opened = loggedStorage(opening, logs.log);
  // What opening threw is told where it is awaited.
  opened.catch(() => undefined);
  const handlers = begun.then((work) => work.handlers);
  // As above: where there is no work, the start says why.
  handlers.catch(() => undefined);
  registerCalls({ origin: APP_ORIGIN, onTrouble: report, handlers });
  onAnswering();
  new PartialFiles(userData).removeLeftovers(report);
  const settings = new SettingsStore(userData);
  followTheme(settings, memory);
  showPaused(settings.read().queuePaused);
  const [{ startWork }, storage] = await Promise.all([import('./app-work.ts'), opened]);
  return startWork({
    ...given,
    version: app.getVersion(),
    connectivity: { isOnline: () => net.isOnline() },
    database: opening.database,
    storage,
    settings,
  });
}

/** Tells the system what this program opens, and where it is. */
export function registerWithSystem(report: (error: unknown) => void): void {
  registerScheme().catch(report);
  renewStartAtLogin().catch(report);
}

/** Also the next start's window opens in it. */
function followTheme(settings: SettingsStore, memory: WindowStateStore): void {
  const follow = (colorScheme: 'auto' | 'light' | 'dark'): void => {
    showTheme(colorScheme);
    memory.save({ colorScheme });
  };
  follow(settings.read().colorScheme);
  settings.onChange(({ colorScheme }) => follow(colorScheme));
}
