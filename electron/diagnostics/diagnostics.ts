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
import { pageTrouble } from './page-trouble.ts';
import { RateLimit } from './rate-limit.ts';
import type { WatchedWorkspace } from './state-log.ts';

export interface DiagnosticsOptions {
  readonly log: Log;
  readonly logFolder: string;
  readonly data: DataFolder;
  readonly crashDumps: CrashDumpFiles;
  readonly checks: DatabaseChecks;
  readonly versions: Versions;
  /** Whether damage was met since the start. */
  readonly metDamage: () => boolean;
  readonly keeping: () => Promise<'sealed' | 'weak' | 'memory'>;
  readonly settings: () => Settings;
  readonly policy: () => PolicyState;
  readonly workspaces: () => Iterable<WatchedWorkspace & { readonly workspace: Workspace }>;
  readonly currentWorkspace: () => Workspace | undefined;
  /** For the one question to the service: what time it is. */
  readonly connection: SingleUseConnections;
  /** Opens a folder in the system's file manager. */
  readonly openFolder: (path: string) => Promise<void>;
  /** Shows a file in its folder. */
  readonly showFile: (path: string) => void;
}

/** Lines of the log that diagnostics carry. */
const SHOWN_LINES = 300;

/** Errors of the page that the log takes. */
const MOST_PAGE_ERRORS = 20;
const PAGE_ERRORS_EVERY_MS = 60_000;

/** What Callboard can say about itself, for the person at it and for whoever helps them. */
export class Diagnostics {
  private readonly options: DiagnosticsOptions;
  /** How many things were not in order when it was last looked. */
  private found: { readonly look: number; readonly problem: number } | undefined;
  private readonly pageErrors = new RateLimit(MOST_PAGE_ERRORS, PAGE_ERRORS_EVERY_MS);

  constructor(options: DiagnosticsOptions) {
    this.options = options;
  }

  async health(): Promise<HealthReport> {
    const report = await this.look();
    const states = [
      report.database,
      report.space,
      report.keyStore,
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

  private async look(): Promise<HealthReport> {
    const { data, log, logFolder, crashDumps, keeping, metDamage, versions } = this.options;
    const [database, space, putAside, logFacts, dumps, kept] = await Promise.all([
      data.database(metDamage()),
      data.space(),
      data.putAside(),
      log.facts(),
      crashDumps.list(),
      keeping(),
    ]);
    const { files, bytes, lost, writable } = logFacts;
    return {
      checkedAt: Date.now(),
      database,
      space,
      keyStore: { state: kept === 'sealed' ? 'ok' : 'look', keeping: kept },
      log: { state: writable ? 'ok' : 'look', folder: logFolder, files, bytes, lost },
      crashDumps: { state: dumps.length > 0 ? 'look' : 'ok', dumps },
      putAside,
      versions,
      dataFolder: data.path,
    };
  }

  /** This computer's clock against that of a workspace's service: of the one on screen where none is named. */
  async clock(workspace = this.options.currentWorkspace()): Promise<ClockReport> {
    if (!workspace) return { state: 'ok', unknown: 'no_workspace' };
    // It runs on this computer, by the same clock.
    if (workspace.kind === 'practice') return { state: 'ok', unknown: 'practice' };
    return measureClock(this.options.connection, workspace.baseUrl);
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

  /** A text for a support person, with nothing personal in it. */
  async text({ includeAddresses }: DiagnosticsChoice): Promise<string> {
    const { checks, log, settings, policy, workspaces } = this.options;
    const [health, clock, counts, lines] = await Promise.all([
      this.look(),
      this.clock(),
      checks.count().catch((error: unknown) => {
        log.trouble(error, 'diagnostics.text');
        return null;
      }),
      log.lines(SHOWN_LINES),
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

  /** Deletes everything the log has. Throws a CodedError `logs_not_deleted`. */
  async deleteLogs(): Promise<void> {
    try {
      await this.options.log.deleteLogs();
    } catch (error) {
      throw new CodedError('logs_not_deleted', { cause: error });
    }
  }

  /** Deletes the crash dump of this name, or all (null); answers how many went. */
  async deleteCrashDumps(name: string | null): Promise<number> {
    const count = await this.options.crashDumps.delete(name);
    this.options.log.event('crash_dumps_deleted', { count });
    return count;
  }

  showFolder(folder: ShownFolder): Promise<void> {
    const { data, logFolder, crashDumps, openFolder } = this.options;
    const places = { data: data.path, logs: logFolder, crash_dumps: crashDumps.folder };
    return openFolder(places[folder]);
  }

  /** Throws a CodedError `data_file_gone`. */
  async showPutAside(name: string): Promise<void> {
    const { data, showFile } = this.options;
    const found = (await data.putAside()).files.find((file) => file.name === name);
    if (!found) throw new CodedError('data_file_gone');
    showFile(join(data.path, found.name));
  }

  /** An error of the page goes to the log, unless there were too many. */
  pageError(error: PageError): void {
    const { log } = this.options;
    const { passes, leftOut } = this.pageErrors.take();
    if (!passes) return;
    if (leftOut > 0) log.event('page_errors_left_out', { count: leftOut });
    log.trouble(pageTrouble(error), 'page');
  }
}
