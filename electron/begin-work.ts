/** Second half of the composition root, loaded while the page loads: logs, storage, settings, then start-work.ts. */

import { APP_ORIGIN } from './desktop/app-protocol.ts';
import { registerScheme } from './desktop/link-scheme.ts';
import { Logs } from './desktop/logs.ts';
import { showTheme } from './desktop/main-window.ts';
import { PartialFiles } from './desktop/partial-files.ts';
import { SettingsStore } from './desktop/settings-store.ts';
import { renewStartAtLogin } from './desktop/start-at-login.ts';
import { loggedStorage, type OpeningStorage } from './desktop/storage-opening.ts';
import type { WindowStateStore } from './desktop/window-state-store.ts';
import { registerCalls } from './ipc/register-calls.ts';
import type { AppWork, AppWorkOptions } from './start-work.ts';

export { Logs };

/** What main.ts passes on to the work. */
type EarlyParts = Pick<
  AppWorkOptions,
  | 'version'
  | 'connectivity'
  | 'logs'
  | 'userData'
  | 'window'
  | 'memory'
  | 'showPaused'
  | 'startedHidden'
  | 'endWork'
>;

interface BeginWorkOptions extends EarlyParts {
  readonly opening: OpeningStorage;
  /** Resolves with the work, or rejects if there is none; earlier calls wait for it. */
  readonly work: Promise<AppWork>;
  /** Calls are accepted from now on. */
  readonly onAnswering: () => void;
}

/** Resolves when pages can be answered. Rejects if the work can't be started; nothing was sent then. */
export async function beginWork(options: BeginWorkOptions): Promise<AppWork> {
  const { opening, work, onAnswering, ...given } = options;
  const { logs, userData, memory, showPaused } = given;
  const { report } = logs;
  logs.started();
  const opened = loggedStorage(opening, logs.log);
  // Reported where `opened` is awaited.
  opened.catch(() => undefined);
  const handlers = work.then(({ handlers }) => handlers);
  // Likewise: without work, main.ts reports why.
  handlers.catch(() => undefined);
  registerCalls({
    origin: APP_ORIGIN,
    onTrouble: report,
    handlers,
    onFirstAnswer: () => logs.log.event('first_call_answered', {}),
  });
  onAnswering();
  const settings = new SettingsStore(userData);
  followTheme(settings, memory);
  showPaused(settings.read().queuePaused);
  const [{ startWork }, storage] = await Promise.all([import('./start-work.ts'), opened]);
  // Only once the folder is ours: another computer may be writing its files.
  new PartialFiles(userData).removeLeftovers(report);
  return startWork({
    ...given,
    database: opening.database,
    storage,
    settings,
  });
}

/** Registers the app with the system: which links it opens, and where it is. */
export function registerWithSystem(report: (error: unknown) => void): void {
  registerScheme().catch(report);
  renewStartAtLogin().catch(report);
}

/** Keeps the theme for the next start too, as its window opens before the settings are read. */
function followTheme(settings: SettingsStore, memory: WindowStateStore): void {
  const follow = (colorScheme: 'auto' | 'light' | 'dark'): void => {
    showTheme(colorScheme);
    memory.save({ colorScheme });
  };
  follow(settings.read().colorScheme);
  settings.onChange(({ colorScheme }) => follow(colorScheme));
}
