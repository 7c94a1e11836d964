import { join } from 'node:path';
import { z } from 'zod';
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
import { SETTING_NAMES, type Settings, settingOf } from '../../shared/settings.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { SingleUseConnections } from '../service/service-connections.ts';
import type { CrashDumpFiles, DataFolder } from './data-folder.ts';
import type { DatabaseChecks, DatabaseCounts } from './database-checks.ts';
import { type Log, RateLimit } from './log.ts';
import type { WatchedWorkspace } from './state-log.ts';

/** Input of {@link diagnosticsText}. */
interface DiagnosticsFacts {
  /** UTC ms. */
  readonly now: number;
  readonly timeZone: string;
  readonly health: HealthReport;
  readonly clock: ClockReport;
  readonly check: DatabaseCheck;
  /** Null if the database can't be read. */
  readonly counts: DatabaseCounts | null;
  readonly settings: Settings;
  readonly policy: Pick<PolicyState, 'source' | 'problems' | 'managed' | 'connectionsLocked'>;
  readonly workspaces: readonly (WatchedWorkspace & { readonly workspace: Workspace })[];
  readonly includeAddresses: boolean;
  /** Log lines, oldest first. */
  readonly lines: readonly string[];
}

/**
 * Diagnostics as text that a person can read before sending it. It consists of numbers, words from closed lists and log
 * lines, so it contains no candidate data, secrets or paths; the service's addresses only if the person chose so.
 */
function diagnosticsText(facts: DiagnosticsFacts): string {
  return [
    introduction(facts),
    section('Versions', versionLines(facts)),
    section('Health', healthLines(facts)),
    section('Workspaces', workspaceLines(facts)),
    section('Counts', countLines(facts.counts)),
    section('Settings', [
      ...plainSettings(facts.settings).map(([name, value]) => `${name}: ${value}`),
      ...policyLines(facts.policy),
    ]),
    section(`Last ${facts.lines.length} log lines`, facts.lines.length > 0 ? facts.lines : ['None yet.']),
  ].join('\n');
}

function introduction({ now, timeZone, includeAddresses }: DiagnosticsFacts): string {
  return `${[
    `Callboard diagnostics, ${new Date(now).toISOString()} (time zone ${timeZone})`,
    '',
    'This text contains no names, phone numbers, resume links, notes, answers, passwords or tokens.',
    'IDs are replaced with random-looking words that only this installation can produce.',
    includeAddresses
      ? "It contains your service's addresses, as you chose."
      : "It doesn't contain your service's addresses.",
  ].join('\n')}\n`;
}

function section(title: string, lines: readonly string[]): string {
  return `${title}\n${'-'.repeat(title.length)}\n${lines.join('\n')}\n`;
}

function versionLines({ health: { versions } }: DiagnosticsFacts): string[] {
  return [
    `Callboard ${versions.callboard}`,
    `Electron ${versions.electron}, Chromium ${versions.chromium || 'none'}, Node ${versions.node}, SQLite ${versions.sqlite}`,
    versions.system,
  ];
}

function healthLines({ health, clock, check }: DiagnosticsFacts): string[] {
  const { database, space, keyStore, pageSandbox, log, crashDumps, putAside } = health;
  return [
    `Database: ${database.state}, ${size(database.bytes)}, write-ahead log ${size(database.walBytes)}${
      database.damaged ? ', damage found' : ''
    }`,
    `Database check: ${checkWords(check)}`,
    `Free space: ${space.state}, ${space.freeBytes === null ? 'unknown' : size(space.freeBytes)}`,
    `Clock: ${clock.state}, ${clockWords(clock)}`,
    `Key store: ${keyStore.state}, ${keyStore.keeping}`,
    `Sandbox: ${pageSandbox.state}, ${pageSandbox.off ? 'off' : 'on'}`,
    `Log: ${log.state}, ${log.files} files, ${size(log.bytes)}, ${log.lost} lines lost`,
    `Crash dumps: ${crashDumps.state}, ${crashDumps.dumps.length}`,
    ...crashDumps.dumps.map(({ at, bytes }) => `  ${new Date(at).toISOString()}, ${size(bytes)}`),
    `Damaged files put aside: ${putAside.state}, ${putAside.files.length}`,
    ...putAside.files.map(({ at, bytes }) => `  ${new Date(at).toISOString()}, ${size(bytes)}`),
  ];
}

function checkWords(check: DatabaseCheck): string {
  if (check.phase === 'none') return 'not checked since Callboard started';
  if (check.phase === 'running') return `running, step ${check.done} of ${check.total}`;
  const found = check.problems.map(({ kind, table, count }) => `${kind} in ${table ?? 'the file'}: ${count}`);
  const how = check.thorough ? 'thorough' : 'quick';
  return [`${check.ended} (${how}, ${check.tookMs} ms)`, ...found].join('; ');
}

function clockWords(clock: ClockReport): string {
  if ('unknown' in clock) return `not measured (${clock.unknown})`;
  return `${clock.aheadMs} ms ahead of the service, ± ${clock.precisionMs} ms`;
}

function workspaceLines({ workspaces, includeAddresses }: DiagnosticsFacts): string[] {
  if (workspaces.length === 0) return ['None.'];
  return workspaces.map(({ workspace, session, reachability, team: { state } }, index) => {
    const { status } = session;
    const how = status.phase === 'signed_in' ? `signed_in (${status.storage})` : status.phase;
    const reach = reachability.reachable ? 'reachable' : 'not reachable';
    const addresses = includeAddresses
      ? `, service ${originOf(workspace.baseUrl)}, sign-in ${originOf(workspace.authUrl)}`
      : '';
    const why = 'reason' in state ? ` (${state.reason.code})` : '';
    const team = state.phase === 'off' ? '' : `, team ${state.phase}${why}`;
    return `${index + 1}. ${workspace.kind}, ${how}, ${reach}${team}${addresses}`;
  });
}

function countLines(counts: DatabaseCounts | null): string[] {
  if (!counts) return ["Callboard couldn't read the database."];
  return [
    `Schema ${counts.schema}`,
    ...Object.entries(counts.submissions).map(([state, count]) => `Submissions ${state}: ${count}`),
    ...Object.entries(counts.tables)
      .filter(([, count]) => count > 0)
      .map(([table, count]) => `${table}: ${count}`),
    'All other tables are empty.',
  ];
}

function policyLines({ source, problems, managed, connectionsLocked }: DiagnosticsFacts['policy']): string[] {
  if (source === null) return ['Organisation policy: none'];
  return [
    `Organisation policy: ${problems.length} problems, connections ${connectionsLocked ? 'locked' : 'not locked'}`,
    `Managed settings: ${managed.length > 0 ? managed.join(', ') : 'none'}`,
  ];
}

/** Without path and user info. */
function originOf(address: string): string {
  return URL.parse(address)?.origin ?? 'unreadable';
}

function size(bytes: number): string {
  const mib = bytes / (1024 * 1024);
  if (mib >= 1024) return `${(mib / 1024).toFixed(1)} GiB`;
  return mib >= 1 ? `${mib.toFixed(1)} MiB` : `${Math.ceil(bytes / 1024)} KiB`;
}

/**
 * The settings a support team may see: booleans, numbers and enums. Free text such as an address or a path is left out,
 * whatever the setting's name.
 */
function plainSettings(values: Settings): readonly (readonly [string, string])[] {
  return SETTING_NAMES.filter((name) => isPlain(settingOf(name).schema, values[name]))
    .map((name) => [name, String(values[name])] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function isPlain(schema: z.ZodType, value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value === 'string' && schema instanceof z.ZodEnum;
}

/** Timeouts for the service, ms. */
const TIMEOUTS = { head: 5000, body: 5000, whole: 5000 };

/** A `Date` header is truncated to seconds, so on average it is half a second behind. */
const HALF_SECOND_MS = 500;

/**
 * Compares this computer's clock with the `Date` header of a HEAD request to the service, without a token. Every HTTP
 * server sends it with any status (RFC 9110 §6.6.1).
 */
export async function measureClock(
  connection: SingleUseConnections,
  address: string,
  now: () => number = Date.now,
): Promise<ClockReport> {
  const { origin, pathname } = new URL(address);
  const asked = now();
  try {
    const { date } = await connection.exchange(
      new URL(pathname, origin),
      { method: 'HEAD', headers: {} },
      TIMEOUTS,
    );
    const answered = now();
    const theirs = date === undefined ? Number.NaN : Date.parse(date);
    if (Number.isNaN(theirs)) return { state: 'look', unknown: 'no_date' };
    const aheadMs = Math.round((asked + answered) / 2 - (theirs + HALF_SECOND_MS));
    const precisionMs = Math.round((answered - asked) / 2 + HALF_SECOND_MS);
    return { state: judgeClock(aheadMs, precisionMs), aheadMs, precisionMs };
  } catch {
    // The queue reports why the service is unreachable.
    return { state: 'look', unknown: 'unreachable' };
  }
}

const CLOCK_LOOK_MS = 60_000;
/** Beyond this, sign-in and calling hours fail, ms. */
const CLOCK_PROBLEM_MS = 5 * 60_000;

/** Subtracts the measurement error `precisionMs` before judging. */
function judgeClock(aheadMs: number, precisionMs: number): HealthState {
  const off = Math.abs(aheadMs) - precisionMs;
  if (off > CLOCK_PROBLEM_MS) return 'problem';
  return off > CLOCK_LOOK_MS ? 'look' : 'ok';
}

/** Rebuilds the page's error, so that it is filtered for the log like any other. */
function rebuildPageError({ name, code, places }: PageError): Error {
  const error = new Error('An error in the page.');
  const stack = [
    error.message,
    ...places.map(({ file, line, column }) => `    at ${file}:${line}:${column}`),
  ];
  return Object.defineProperties(error, {
    name: { value: name },
    code: { value: code ?? undefined },
    stack: { value: stack.join('\n') },
  });
}

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
  readonly openFolder: (path: string) => Promise<void>;
  readonly showFile: (path: string) => void;
}

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
