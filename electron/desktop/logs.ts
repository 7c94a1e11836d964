import { release, type } from 'node:os';
import { app, dialog, powerMonitor, shell } from 'electron';
import type { Versions } from '../../shared/diagnostics.ts';
import type { CrashDumpFiles } from '../diagnostics/crash-dump-files.ts';
import { DataFolder } from '../diagnostics/data-folder.ts';
import { DatabaseChecks } from '../diagnostics/database-checks.ts';
import { Diagnostics, type DiagnosticsOptions } from '../diagnostics/diagnostics.ts';
import type { Log } from '../diagnostics/log.ts';
import { logFailures, logStart, showToDevelopers } from './log.ts';
import { logFolder, openLog } from './open-log.ts';
import { type FailureWords, runFailure, startFailure } from './start-failure.ts';
import { openFolder } from './system-browser.ts';

/** What the diagnostics are given by the rest of the program. */
export type DiagnosticsSources = Omit<
  DiagnosticsOptions,
  'log' | 'logFolder' | 'data' | 'crashDumps' | 'checks' | 'versions' | 'openFolder' | 'showFile'
> & {
  /** The name of the database in the data folder. */
  readonly databaseName: string;
};

/** The log and the crash dumps of this run: what tells afterwards how it went. */
export class Logs {
  readonly log: Log;
  private readonly userData: string;
  private readonly crashDumps: CrashDumpFiles;
  private readonly begun = performance.now();
  private checks: DatabaseChecks | undefined;

  /** `builtFolder`: where the main process's own files are. `crashDumps` are kept since before Electron was ready. */
  constructor(builtFolder: string, crashDumps: CrashDumpFiles) {
    this.userData = app.getPath('userData');
    this.log = openLog({ userData: this.userData, builtFolder, terminal: !app.isPackaged });
    this.crashDumps = crashDumps;
    logFailures(this.log, () => this.endWith(runFailure(logFolder(this.userData))));
  }

  /** Writes what was thrown to the log: what failed, never whose data it was about. */
  readonly report = (error: unknown, where?: string): void => {
    showToDevelopers(error);
    this.log.trouble(error, where);
  };

  /** To be called when Electron is ready. */
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

  /** Starting failed: said with what to do, and the end. */
  readonly startFailed = (error: unknown): void => {
    showToDevelopers(error);
    this.log.lastWords(error, 'start');
    this.endWith(startFailure(error, this.userData, logFolder(this.userData)));
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
      openFolder,
      showFile: (path) => shell.showItemInFolder(path),
    });
  }

  /** Writes that this run ended as it should; resolves when that is on the disk or refused. */
  async close(): Promise<void> {
    await this.checks?.close();
    this.log.event('app_stopped', { ranMs: performance.now() - this.begun });
    await this.log.flush();
  }

  private endWith({ title, text }: FailureWords): void {
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
    // Without what a builder of the system may have named it by.
    system: `${type()} ${/^[\d.]*\d/.exec(release())?.[0] ?? ''} (${process.arch})`,
  };
}
