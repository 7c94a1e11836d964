import { join } from 'node:path';
import type {
  ClockReport,
  DatabaseCheck,
  DiagnosticsChoice,
  HealthReport,
  HealthState,
  PageError,
  ShownFolder,
  Versions,
} from '../../shared/diagnostics.ts';
import type { SecretKeeping } from '../../shared/key-store.ts';
import type { PolicyState } from '../../shared/policy.ts';
import { CodedError } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { SingleUseConnections } from '../service/single-use-connections.ts';
import type { CrashDumpFiles } from './crash-dump-files.ts';
import type { DataFolder } from './data-folder.ts';
import type { DatabaseChecks } from './database-checks.ts';
import { diagnosticsText } from './diagnostics-text.ts';
import type { Log } from './log.ts';
import { measureClock } from './measure-clock.ts';
import { RateLimit } from './rate-limit.ts';
import { rebuildPageError } from './rebuild-page-error.ts';
import type { WatchedWorkspace } from './state-log.ts';

export interface DiagnosticsOptions {
  readonly log: Log;
  readonly logFolder: string;
  readonly data: DataFolder;
  readonly crashDumps: CrashDumpFiles;
  readonly checks: DatabaseChecks;
  readonly versions: Versions;
  /** Whether database damage was found since the app started. */
  readonly damageFound: () => boolean;
  readonly keeping: () => Promise<SecretKeeping>;
  /** Whether the system confines no process of a page. */
  readonly sandboxIsOff: () => boolean;
  readonly settings: () => Settings;
  readonly policy: () => PolicyState;
  readonly workspaces: () => Iterable<WatchedWorkspace & { readonly workspace: Workspace }>;
  readonly currentWorkspace: () => Workspace | undefined;
  /** Used only to ask the service for its time. */
  readonly connection: SingleUseConnections;
  /** Opens a folder in the system's file manager. */
  readonly openFolder: (path: string) => Promise<void>;
  /** Shows a file in the system's file manager. */
  readonly showFile: (path: string) => void;
}

/** Log lines in the diagnostics text. */
const LOG_LINES = 300;

/** Rate limit for logging the page's errors. */
const MAX_PAGE_ERRORS = 20;
const PAGE_ERRORS_WINDOW_MS = 60_000;

/** Health and diagnostics, for the user and their support team. */
export class Diagnostics {
  private readonly options: DiagnosticsOptions;
  /** Findings of the last health report, to log changes only. */
  private found: { readonly look: number; readonly problem: number } | undefined;
  private readonly pageErrors = new RateLimit(MAX_PAGE_ERRORS, PAGE_ERRORS_WINDOW_MS);

  constructor(options: DiagnosticsOptions) {
    this.options = options;
  }

  async health(): Promise<HealthReport> {
    const report = await this.inspect();
    const states = [
      report.database,
      report.space,
      report.keyStore,
      report.pageSandbox,
      report.log,
      report.crashDumps,
      report.putAside,
    ];
    const count = (wanted: HealthState): number => states.filter(({ state }) => state === wanted).length;
    const found = { look: count('look'), problem: count('problem') };
    if (found.look !== this.found?.look || found.problem !== this.found.problem) {
      this.options.log.event('health_looked_at', found);
    }
    this.found = found;
    return report;
  }

  private async inspect(): Promise<HealthReport> {
    const { data, log, logFolder, crashDumps, keeping, sandboxIsOff, damageFound, versions } = this.options;
    const [database, space, putAside, logStats, dumps, kept] = await Promise.all([
      data.database(damageFound()),
      data.space(),
      data.putAside(),
      log.stats(),
      crashDumps.list(),
      keeping(),
    ]);
    const { files, bytes, lost, writable } = logStats;
    const unconfined = sandboxIsOff();
    return {
      checkedAt: Date.now(),
      database,
      space,
      keyStore: { state: kept === 'sealed' ? 'ok' : 'look', keeping: kept },
      pageSandbox: { state: unconfined ? 'look' : 'ok', off: unconfined },
      log: { state: writable ? 'ok' : 'look', folder: logFolder, files, bytes, lost },
      crashDumps: { state: dumps.length > 0 ? 'look' : 'ok', dumps },
      putAside,
      versions,
      dataFolder: data.path,
    };
  }

  /** Compares this computer's clock with a service's, by default the current workspace's. */
  async clock(workspace = this.options.currentWorkspace()): Promise<ClockReport> {
    if (!workspace) return { state: 'ok', unknown: 'no_workspace' };
    // The practice service uses this computer's clock.
    if (workspace.kind === 'practice') return { state: 'ok', unknown: 'practice' };
    return measureClock(this.options.connection, workspace.baseUrl);
  }

  /**
   * How far this computer's clock is ahead of any service's, ms: infinite while no service can be asked, undefined if there
   * is none or none tells the time.
   */
  async clockAheadMs(): Promise<number | undefined> {
    const services = [...this.options.workspaces()].filter(({ workspace }) => workspace.kind === 'service');
    const reports = await Promise.all(services.map(({ workspace }) => this.clock(workspace)));
    const measured = reports.flatMap((report) => ('aheadMs' in report ? [report.aheadMs] : []));
    if (measured.length > 0) return Math.max(...measured);
    const isUnasked = reports.some((report) => 'unknown' in report && report.unknown === 'unreachable');
    return isUnasked ? Number.POSITIVE_INFINITY : undefined;
  }

  get databaseCheck(): DatabaseCheck {
    return this.options.checks.state;
  }

  checkDatabase(thorough: boolean): DatabaseCheck {
    return this.options.checks.start(thorough);
  }

  cancelDatabaseCheck(): DatabaseCheck {
    return this.options.checks.cancel();
  }

  /** Text for a support team, without personal data. */
  async text({ includeAddresses }: DiagnosticsChoice): Promise<string> {
    const { checks, log, settings, policy, workspaces } = this.options;
    const [health, clock, counts, lines] = await Promise.all([
      this.inspect(),
      this.clock(),
      checks.count().catch((error: unknown) => {
        log.error(error, 'diagnostics.text');
        return null;
      }),
      log.lines(LOG_LINES),
    ]);
    return diagnosticsText({
      now: Date.now(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      health,
      clock,
      check: checks.state,
      counts,
      settings: settings(),
      policy: policy(),
      workspaces: [...workspaces()],
      includeAddresses,
      lines,
    });
  }

  /** Throws a CodedError `logs_not_deleted`. */
  async deleteLogs(): Promise<void> {
    try {
      await this.options.log.deleteLogs();
    } catch (error) {
      throw new CodedError('logs_not_deleted', { cause: error });
    }
  }

  /** Deletes one crash dump, or all (null); returns how many. */
  async deleteCrashDumps(name: string | null): Promise<number> {
    const count = await this.options.crashDumps.delete(name);
    this.options.log.event('crash_dumps_deleted', { count });
    return count;
  }

  showFolder(folder: ShownFolder): Promise<void> {
    const { data, logFolder, crashDumps, openFolder } = this.options;
    const paths = { data: data.path, logs: logFolder, crash_dumps: crashDumps.folder };
    return openFolder(paths[folder]);
  }

  /** Throws a CodedError `data_file_gone`. */
  async showPutAside(name: string): Promise<void> {
    const { data, showFile } = this.options;
    const found = (await data.putAside()).files.find((file) => file.name === name);
    if (!found) throw new CodedError('data_file_gone');
    showFile(join(data.path, found.name));
  }

  /** Logs an error of the page, rate-limited. */
  pageError(error: PageError): void {
    const { log } = this.options;
    const { allowed, dropped } = this.pageErrors.tryAcquire();
    if (!allowed) return;
    if (dropped > 0) log.event('page_errors_left_out', { count: dropped });
    log.error(rebuildPageError(error), 'page');
  }
}
