/**
 * A small Electron app that reports what this computer and Electron offer, one line of JSON per check. It runs apart from
 * Callboard, and not under Playwright, which gives Electron a mock key store and turns the sandbox off.
 */
import { app, type BrowserWindow } from 'electron';
import { Checks } from '../checks.ts';
import { CHECK_MARK } from './check-mark.ts';
import { checkDesktop } from './desktop.ts';
import { checkKeyStore } from './key-store.ts';
import { checkNode } from './node.ts';
import { checkSandbox } from './sandbox.ts';
import { openWindow, registerProbeScheme } from './window.ts';

const events: string[] = [];
const checks = new Checks((check) => process.stdout.write(`${CHECK_MARK}${JSON.stringify(check)}\n`));

app.on('ready', () => events.push('ready'));
app.on('before-quit', () => events.push('before-quit'));
// Not emitted while quitting.
app.on('window-all-closed', () => events.push('window-all-closed'));
app.on('will-quit', () => {
  checks.add({
    area: 'Quitting',
    name: 'Electron ends in its order',
    outcome: events.join() === 'ready,before-quit' ? 'ok' : 'failed',
    words: [...events, 'will-quit'].join(', '),
    ms: 0,
  });
});
registerProbeScheme();
app
  .whenReady()
  .then(probe)
  .catch((error: unknown) => {
    console.error(error);
    app.exit(1);
  });

async function probe(): Promise<void> {
  const readyAfter = Math.round(process.uptime() * 1000);
  await checks.run('Start', 'Electron becomes ready', () => `${readyAfter} ms after its process began`);
  await checkNode(checks);
  let window: BrowserWindow | undefined;
  await checks.run('Window', 'A window opens and shows a page of a scheme of its own', async () => {
    const opened = await openWindow();
    window = opened.window;
    return opened.words;
  });
  await checkSandbox(checks, window);
  await checkDesktop(checks, window);
  await checkKeyStore(checks);
  app.quit();
}
