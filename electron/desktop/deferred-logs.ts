import { app, dialog } from 'electron';
import type { Logs } from './logs.ts';
import { startFailure } from './start-failure.ts';

/**
 * The logs of this run, whose code comes only after the window has opened. What fails before is kept for them, and has
 * them loaded at once. To be made first of all.
 */
export class DeferredLogs {
  private readonly load: () => Promise<Logs>;
  private loading: Promise<Logs> | undefined;

  constructor(load: () => Promise<Logs>) {
    this.load = load;
    process.once('uncaughtException', this.startFailed);
  }

  /** The logs; from here on they take what nobody else does. Ends the process where they cannot be loaded. */
  get(): Promise<Logs> {
    this.loading ??= this.load().then(
      (logs) => {
        process.off('uncaughtException', this.startFailed);
        return logs;
      },
      (error: unknown) => endWith(error),
    );
    return this.loading;
  }

  /** As that of {@link Logs}. */
  readonly report = (error: unknown): void => {
    void this.get().then(({ report }) => report(error));
  };

  /** As that of {@link Logs}. */
  readonly startFailed = (error: unknown): void => {
    void this.get().then(({ startFailed }) => startFailed(error));
  };
}

/** Nothing can be written of it, for what would write it is not there: a broken installation. */
function endWith(error: unknown): never {
  const userData = app.getPath('userData');
  const { title, text } = startFailure(error, userData, userData);
  dialog.showErrorBox(title, text);
  app.exit(1);
  throw error;
}
