import { app, dialog } from 'electron';
import type { Records } from './keep-records.ts';
import { startFailure } from './start-failure.ts';

/**
 * The records of this run, whose code comes only after the window has opened. What fails before is kept for them, and has
 * them loaded at once. To be made first of all.
 */
export class RecordsLater {
  private readonly load: () => Promise<Records>;
  private loading: Promise<Records> | undefined;

  constructor(load: () => Promise<Records>) {
    this.load = load;
    process.once('uncaughtException', this.startFailed);
  }

  /** The records; from here on they take what nobody else does. Ends the process where they cannot be loaded. */
  get(): Promise<Records> {
    this.loading ??= this.load().then(
      (records) => {
        process.off('uncaughtException', this.startFailed);
        return records;
      },
      (error: unknown) => endWith(error),
    );
    return this.loading;
  }

  /** As that of {@link Records}. */
  readonly report = (error: unknown): void => {
    void this.get().then(({ report }) => report(error));
  };

  /** As that of {@link Records}. */
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
