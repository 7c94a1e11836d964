/** Runs the built app outside Electron. See section 6 of the design, and `npm run preview -- --help`. */

import { mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { AppNotBuiltError, findApp } from './app-under-preview.ts';
import { helpText, type PreviewOptions, readCommandLine } from './command-line.ts';
import { beginRun } from './current-run.ts';
import { followDesktopCommands } from './desktop-commands.ts';
import { appLife } from './electron/app-life.ts';
import { dressProcess, resolveElectronToStandIn } from './electron-process.ts';
import { joinInstances } from './instance-lock.ts';
import { PageServer, PortTakenError } from './page-server.ts';
import { endWithParent } from './parent-watch.ts';
import { quitOnSignals } from './quit-signals.ts';

const commandLine = readCommandLine(process.argv.slice(2));
if (commandLine.kind === 'help') {
  console.log(helpText);
} else if (commandLine.kind === 'wrong') {
  console.error(`${commandLine.problem}\n\n${helpText}`);
  process.exitCode = 2;
} else {
  await run(commandLine.options).catch(endWithError);
}

async function run(options: PreviewOptions): Promise<void> {
  endWithParent();
  const app = findApp();
  // For this user alone, from its first moment on.
  mkdirSync(options.userData, { recursive: true, mode: 0o700 });
  const instance = await joinInstances(options.userData);
  const pages = new PageServer(options.port);
  // Before the app does anything, so that a taken port costs nothing. A second start needs none.
  if (instance.kind === 'first') await pages.listen();
  beginRun({ options, app, instance, pages });
  dressProcess(app, options.url);
  resolveElectronToStandIn();
  quitOnSignals(() => appLife.quit());
  followDesktopCommands();
  const lateness = setTimeout(warnOfLateness, 2000);
  await import(pathToFileURL(app.main).href);
  clearTimeout(lateness);
  appLife.becomeReady();
}

/**
 * Says why nothing happens when main awaits `ready` at its top level: Electron would wait for ever, and without a word
 * (https://github.com/electron/electron/issues/40719).
 */
function warnOfLateness(): void {
  console.error("Main is still loading, and 'ready' comes only after that, as in Electron.");
  console.error('If it has `await app.whenReady()` at its top level: use `app.whenReady().then(...)` there.');
}

/** Ends as Electron does when main crashes at start; a problem of the person's gets a sentence, not a stack. */
function endWithError(error: unknown): never {
  const isExplained = error instanceof AppNotBuiltError || error instanceof PortTakenError;
  console.error(isExplained ? error.message : error);
  process.exit(1);
}
