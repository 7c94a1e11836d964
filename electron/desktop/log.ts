import { release } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import electronLog from 'electron-log/node';
import { KeptSalt } from '../diagnostics/kept-salt.ts';
import { Log } from '../diagnostics/log.ts';
import { PAGE_END_REASONS } from '../diagnostics/log-events.ts';
import { LogFile } from '../diagnostics/log-file.ts';
import { LogRecord } from '../diagnostics/log-record.ts';
import { OwnCode } from '../diagnostics/own-code.ts';

const MIB = 1024 * 1024;

/** Where the log is, below the user's data. */
export function logFolder(userData: string): string {
  return join(userData, 'logs');
}

/**
 * Opens Callboard's log. electron-log takes what is logged to it, without any of its own ways out: no file in its
 * default place, no console, no channel to pages, no server. In their place stands {@link LogFile}; and a hook lets
 * nothing through but records, whoever uses the logger. `electron-log/node` is the variant that adds no IPC channels.
 *
 * `builtFolder`: where the main process's own files are.
 */
export function openLog(userData: string, builtFolder: string): Log {
  const folder = logFolder(userData);
  const file = new LogFile({ folder, name: 'callboard', maxBytes: MIB, files: 5 });
  const salt = new KeptSalt(folder);
  for (const transport of Object.values(electronLog.transports)) if (transport) transport.level = false;
  electronLog.hooks.push((message) => ({ ...message, data: [recordOf(message.data)] }));
  electronLog.transports['file of records'] = transport('info', (line) => file.write(line));
  // Who develops Callboard looks at the terminal.
  if (!app.isPackaged) {
    electronLog.transports['terminal'] = transport('warn', (line) => process.stderr.write(`${line}\n`));
  }
  return new Log({
    write: (record) => electronLog[record.level](record),
    file,
    ownCode: new OwnCode([builtFolder, join(builtFolder, '../renderer/assets')]),
    hash: () => salt.get(),
    renewSalt: () => salt.renew(),
  });
}

/** Everything that fails without anybody to take it goes to the log. `onFatal` is told when this process must end. */
export function logFailures(log: Log, onFatal: () => void): void {
  process.on('uncaughtException', (error) => {
    showToDevelopers(error);
    log.lastWords(error, 'uncaught');
    onFatal();
  });
  process.on('unhandledRejection', (reason) => {
    showToDevelopers(reason);
    log.trouble(reason, 'unhandled_rejection');
  });
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    log.event('page_gone', { reason: endReason(reason), exitCode: Math.abs(exitCode) });
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    log.event('process_gone', { type, reason: endReason(reason), exitCode: Math.abs(exitCode) });
  });
  app.on('browser-window-created', (_event, window) => {
    window.on('unresponsive', () => log.event('page_unresponsive', {}));
    window.on('responsive', () => log.event('page_responsive', {}));
  });
}

/** Writes that this run begins, and whether the one before ended as it should. */
export async function logStart(log: Log, crashDumps: () => Promise<number>): Promise<void> {
  const last = (await log.lines(1)).at(-1);
  if (last !== undefined && !/ app_stopped /.test(last)) {
    log.event('run_ended_without_stop', { crashDumps: await crashDumps() });
  }
  const { electron, chrome, node, sqlite } = process.versions;
  log.event('app_started', {
    version: app.getVersion(),
    electron,
    chromium: chrome,
    node,
    sqlite,
    system: systemOf(process.platform),
    systemVersion: /^[\d.]*\d/.exec(release())?.[0],
    arch: archOf(process.arch),
    packaged: app.isPackaged,
  });
}

/** A transport of electron-log that writes lines of records. */
function transport(level: 'info' | 'warn', write: (line: string) => void) {
  const take = ({ data, date }: { readonly data: readonly unknown[]; readonly date: Date }): void => {
    write(recordOf(data).lineAt(date.getTime()));
  };
  return Object.assign(take, { level, transforms: [] });
}

/** What was given to the logger, where it is a record; else that it was none. */
function recordOf(data: readonly unknown[]): LogRecord {
  const [given] = data;
  return given instanceof LogRecord ? given : LogRecord.of('not_a_record', {}, () => '');
}

function endReason(reason: string): (typeof PAGE_END_REASONS)[number] | undefined {
  return PAGE_END_REASONS.find((known) => known === reason);
}

function systemOf(platform: NodeJS.Platform): 'darwin' | 'linux' | 'win32' | undefined {
  return platform === 'darwin' || platform === 'linux' || platform === 'win32' ? platform : undefined;
}

function archOf(arch: string): 'arm64' | 'x64' | undefined {
  return arch === 'arm64' || arch === 'x64' ? arch : undefined;
}

/**
 * Errors as they are, for developers who ask for it: in the terminal of a build that is not packaged, where
 * `CALLBOARD_SHOW_ERRORS` is set. Never in the log.
 */
export function showToDevelopers(error: unknown): void {
  if (app.isPackaged || !process.env['CALLBOARD_SHOW_ERRORS']) return;
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
