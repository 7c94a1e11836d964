import type { ClockReport, DatabaseCheck, HealthReport } from '../../shared/diagnostics.ts';
import type { PolicyState } from '../../shared/policy.ts';
import type { Settings } from '../../shared/settings.ts';
import type { Workspace } from '../../shared/workspace.ts';
import type { DatabaseCounts } from './check-messages.ts';
import { plainSettings } from './plain-settings.ts';
import type { WatchedWorkspace } from './state-log.ts';

/** Input of {@link diagnosticsText}. */
export interface DiagnosticsFacts {
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
export function diagnosticsText(facts: DiagnosticsFacts): string {
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
  return workspaces.map(({ workspace, session, reachability }, index) => {
    const { status } = session;
    const how = status.phase === 'signed_in' ? `signed_in (${status.storage})` : status.phase;
    const reach = reachability.reachable ? 'reachable' : 'not reachable';
    const addresses = includeAddresses
      ? `, service ${originOf(workspace.baseUrl)}, sign-in ${originOf(workspace.authUrl)}`
      : '';
    return `${index + 1}. ${workspace.kind}, ${how}, ${reach}${addresses}`;
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
