import { app, dialog } from 'electron';
import { dataFolder } from './data-folder.ts';
import type { Logs } from './logs.ts';
import type { SystemEnd } from './quitting.ts';
import { startFailure } from './start-failure.ts';

/**
 * The logs, loaded after the window has opened. A failure before that loads them immediately. Create this before
 * anything else.
 */
export class DeferredLogs {
  private readonly load: () => Promise<Logs>;
  private loading: Promise<Logs> | undefined;
  private loaded: Logs | undefined;

  constructor(load: () => Promise<Logs>) {
    this.load = load;
    process.once('uncaughtException', this.startFailed);
  }

  /** Loads the logs, which then handle uncaught errors. Exits if they can't be loaded. */
  get(): Promise<Logs> {
    this.loading ??= this.load().then(
      (logs) => {
        process.off('uncaughtException', this.startFailed);
        this.loaded = logs;
        return logs;
      },
      (error: unknown) => exitWith(error),
    );
    return this.loading;
  }

  /** Says in the log that the system ends the app. Without a log yet, this run has left no line that could mislead. */
  systemEnds(how: SystemEnd): void {
    this.loaded?.systemEnds(how);
  }

  /** See {@link Logs}. */
  readonly report = (error: unknown): void => {
    void this.get().then(({ report }) => report(error));
  };

  /** See {@link Logs}. */
  readonly startFailed = (error: unknown): void => {
    void this.get().then(({ startFailed }) => startFailed(error));
  };
}

/** The logger itself is missing (a broken installation), so this can only be shown. */
function exitWith(error: unknown): never {
  const userData = dataFolder();
  const { title, text } = startFailure(error, userData, userData);
  dialog.showErrorBox(title, text);
  app.exit(1);
  throw error;
}
