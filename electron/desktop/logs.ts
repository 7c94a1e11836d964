import { release, type } from 'node:os';
import { app, dialog, powerMonitor, shell } from 'electron';
import type { Versions } from '../../shared/diagnostics.ts';
import { type CrashDumpFiles, DataFolder } from '../diagnostics/data-folder.ts';
import { DatabaseChecks } from '../diagnostics/database-checks.ts';
import { Diagnostics, type DiagnosticsOptions } from '../diagnostics/diagnostics.ts';
import type { Log } from '../diagnostics/log.ts';
import { logFolder } from '../diagnostics/log-file.ts';
import { dataFolder } from './data-folder.ts';
import { sandboxIsOff } from './guards.ts';
import { logFailures, logStart, printForDevelopers } from './log.ts';
import { openLog } from './open-log.ts';
import type { SystemEnd } from './quitting.ts';
import { type FailureWords, runFailure, startFailure } from './start-failure.ts';
import { openFolder } from './system-browser.ts';

/** What diagnostics needs from the rest of the app. */
type DiagnosticsSources = Omit<
  DiagnosticsOptions,
  | 'log'
  | 'logFolder'
  | 'data'
  | 'crashDumps'
  | 'checks'
  | 'versions'
  | 'sandboxIsOff'
  | 'openFolder'
  | 'showFile'
> & {
  readonly databaseName: string;
};

/** This run's log and crash dumps. */
export class Logs {
  readonly log: Log;
  private readonly userData: string;
  private readonly crashDumps: CrashDumpFiles;
  private readonly begun = performance.now();
  private checks: DatabaseChecks | undefined;

  /** `builtFolder`: the main process's built files. */
  constructor(builtFolder: string, crashDumps: CrashDumpFiles) {
    this.userData = dataFolder();
    this.log = openLog({ userData: this.userData, builtFolder, terminal: !app.isPackaged });
    this.crashDumps = crashDumps;
    logFailures(this.log, () => this.exitWith(runFailure(logFolder(this.userData))));
  }

  /** Logs an error, without the personal data it may hold. */
  readonly report = (error: unknown, where?: string): void => {
    printForDevelopers(error);
    this.log.error(error, where);
  };

  /** Call when Electron is ready. */
  started(): void {
    logStart(this.log, async () => (await this.crashDumps.list()).length).catch(this.report);
    this.crashDumps.prune().catch(this.report);
    let suspendedAt = 0;
    powerMonitor.on('suspend', () => {
      suspendedAt = Date.now();
      this.log.event('system_suspended', {});
    });
    powerMonitor.on('resume', () => {
      this.log.event('system_resumed', { afterMs: suspendedAt === 0 ? undefined : Date.now() - suspendedAt });
    });
  }

  /** Shows why the app can't start and exits. */
  readonly startFailed = (error: unknown): void => {
    printForDevelopers(error);
    this.log.fatal(error, 'start');
    this.exitWith(startFailure(error, this.userData, logFolder(this.userData)));
  };

  diagnostics({ databaseName, ...sources }: DiagnosticsSources): Diagnostics {
    const { log, crashDumps } = this;
    const data = new DataFolder(this.userData, databaseName);
    const workerFile = new URL('./check-worker.js', import.meta.url);
    const checks = new DatabaseChecks({
      path: data.databasePath,
      workerFile,
      log: log.event,
      onTrouble: this.report,
    });
    this.checks = checks;
    return new Diagnostics({
      ...sources,
      log,
      logFolder: logFolder(this.userData),
      data,
      crashDumps,
      checks,
      versions: versions(),
      sandboxIsOff,
      openFolder,
      showFile: (path) => shell.showItemInFolder(path),
    });
  }

  /** Logs synchronously that the system ends the app, which may leave no time for {@link close}. */
  systemEnds(how: SystemEnd): void {
    this.log.eventNow('system_ends_app', { how });
  }

  /** Logs a clean shutdown; resolves when the log is flushed or can't be written. */
  async close(): Promise<void> {
    await this.checks?.close();
    this.log.event('app_stopped', { ranMs: performance.now() - this.begun });
    await this.log.flush();
  }

  private exitWith({ title, text }: FailureWords): void {
    dialog.showErrorBox(title, text);
    app.exit(1);
  }
}

function versions(): Versions {
  const { electron, chrome, node, sqlite } = process.versions;
  return {
    callboard: app.getVersion(),
    electron: electron ?? '',
    chromium: chrome ?? '',
    node,
    sqlite: sqlite ?? '',
    // The digits only: distributors append names of their own.
    system: `${type()} ${/^[\d.]*\d/.exec(release())?.[0] ?? ''} (${process.arch})`,
  };
}
