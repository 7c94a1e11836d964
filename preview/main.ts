/** Runs the built app without Electron. See section 6 of the design and `npm run preview -- --help`. */

import { mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { AppNotBuiltError, findApp } from './app-under-preview.ts';
import { helpText, type PreviewOptions, readCommandLine } from './command-line.ts';
import { beginRun } from './current-run.ts';
import { listenForDesktopCommands } from './desktop-commands.ts';
import { appLife } from './electron/app-life.ts';
import { commandLine } from './electron/command-line-switches.ts';
import { mimicElectronProcess, resolveElectronToStandIn } from './electron-process.ts';
import { exitWithParent } from './exit-with-parent.ts';
import { acquireInstance } from './instance-lock.ts';
import { cutOffBuses } from './message-buses.ts';
import { PageServer, PortTakenError } from './page-server.ts';
import { quitOnSignals } from './quit-signals.ts';

const given = readCommandLine(process.argv.slice(2));
if (given.kind === 'help') {
  console.log(helpText);
} else if (given.kind === 'wrong') {
  console.error(`${given.problem}\n\n${helpText}`);
  process.exitCode = 2;
} else {
  await run(given.options).catch(endWithError);
}

async function run(options: PreviewOptions): Promise<void> {
  exitWithParent();
  const app = findApp();
  makeFolder(options.userData);
  const instance = await acquireInstance(options.userData);
  const pages = new PageServer(options.port);
  // Listen before the app starts, so that a taken port has no side effects. A second instance needs no port.
  if (instance.kind === 'first') await pages.listen();
  beginRun({ options, app, instance, pages });
  // As `npm start` passes the flag on to Electron.
  commandLine.appendSwitch('user-data-dir', options.userData);
  mimicElectronProcess(app, options.url);
  cutOffBuses();
  resolveElectronToStandIn();
  quitOnSignals(() => appLife.quitNatively());
  listenForDesktopCommands();
  const slowStart = setTimeout(warnAboutTopLevelAwait, 2000);
  await import(pathToFileURL(app.main).href);
  clearTimeout(slowStart);
  appLife.becomeReady();
}

/** Readable for this user only. Where it can't be made, the app has to say so, as in Electron. */
function makeFolder(userData: string): void {
  try {
    mkdirSync(userData, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}

/**
 * Explains the hang if main awaits `ready` at its top level: Electron itself would wait forever without a message
 * (https://github.com/electron/electron/issues/40719).
 */
function warnAboutTopLevelAwait(): void {
  console.error("Main is still loading. As in Electron, 'ready' comes only after that.");
  console.error('If it has a top-level `await app.whenReady()`, use `app.whenReady().then(...)` instead.');
}

/** Exits as Electron does when main crashes at start; errors the user can fix are printed without a stack. */
function endWithError(error: unknown): never {
  const isUserError = error instanceof AppNotBuiltError || error instanceof PortTakenError;
  console.error(isUserError ? error.message : error);
  process.exit(1);
}
