import { release } from 'node:os';
import { app, BrowserWindow } from 'electron';
import type { Log } from '../diagnostics/log.ts';
import { PAGE_END_REASONS } from '../diagnostics/log-events.ts';
import { sandboxIsOff } from './guards.ts';

/** Logs uncaught errors, unhandled rejections and crashed processes. `onFatal` is called when this process must exit. */
export function logFailures(log: Log, onFatal: () => void): void {
  process.on('uncaughtException', (error) => {
    printForDevelopers(error);
    log.fatal(error, 'uncaught');
    onFatal();
  });
  process.on('unhandledRejection', (reason) => {
    printForDevelopers(reason);
    log.error(reason, 'unhandled_rejection');
  });
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    log.event('page_gone', { reason: endReason(reason), exitCode: Math.abs(exitCode) });
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    log.event('process_gone', { type, reason: endReason(reason), exitCode: Math.abs(exitCode) });
  });
  const logResponsiveness = (window: BrowserWindow): void => {
    window.on('unresponsive', () => log.event('page_unresponsive', {}));
    window.on('responsive', () => log.event('page_responsive', {}));
  };
  app.on('browser-window-created', (_event, window) => logResponsiveness(window));
  // The first window opens before the log does.
  BrowserWindow.getAllWindows().forEach(logResponsiveness);
}

/** How many of the last run's lines may follow `system_ends_app`. */
const LAST_LINES = 100;

/** Logs that the app started, whether the last run ended neither by itself nor by the system, and a missing sandbox. */
export async function logStart(log: Log, crashDumps: () => Promise<number>): Promise<void> {
  if (!endedInOrder(await log.lines(LAST_LINES))) {
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
  if (sandboxIsOff()) log.event('sandbox_off', {});
}

/** Whether the last of these lines tells of a run that ended as it should. The system may cut the end of a run short. */
function endedInOrder(lines: readonly string[]): boolean {
  const last = lines.at(-1);
  if (last === undefined || / app_stopped /.test(last)) return true;
  // A line that was being written when the end came may follow it once more.
  const written = [...new Set(lines)];
  const run = written.slice(written.findLastIndex((line) => / app_started /.test(line)) + 1);
  return run.some((line) => / system_ends_app /.test(line));
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
 * Prints unredacted errors to the terminal of an unpackaged build if `CALLBOARD_SHOW_ERRORS` is set. They never go to
 * the log.
 */
export function printForDevelopers(error: unknown): void {
  if (app.isPackaged || !process.env['CALLBOARD_SHOW_ERRORS']) return;
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
