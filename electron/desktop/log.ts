import { release } from 'node:os';
import { app, BrowserWindow } from 'electron';
import type { Log } from '../diagnostics/log.ts';
import { PAGE_END_REASONS } from '../diagnostics/log-events.ts';

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
  const follow = (window: BrowserWindow): void => {
    window.on('unresponsive', () => log.event('page_unresponsive', {}));
    window.on('responsive', () => log.event('page_responsive', {}));
  };
  app.on('browser-window-created', (_event, window) => follow(window));
  // The first one is there before the log is.
  BrowserWindow.getAllWindows().forEach(follow);
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
