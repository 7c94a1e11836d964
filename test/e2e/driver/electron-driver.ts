import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { _electron, type ElectronApplication, expect } from '@playwright/test';
import { sandboxObstacle, sandboxPlaces } from '../../../scripts/sandbox-obstacle.ts';
import type { Launch } from './app-driver.ts';
import {
  answerDialogs,
  clickNotification,
  clickTrayItem,
  desktopSnapshot,
  emitOpenUrl,
  emitSessionEnd,
  recordDesktop,
  recordOpenedAddresses,
} from './inside-electron.ts';

const root = join(import.meta.dirname, '../../..');

/** As in playwright.config.ts, whose `use` reaches only the pages of browsers. */
const LOCALE = { locale: 'en-GB', timezoneId: 'Europe/Berlin' };

/** Runs the built app in Electron, with stubs for the system browser, the dialogs and the notifications. */
export const electronDriver: Launch = async ({ userData, env: given }) => {
  const program = String(createRequire(import.meta.url)('electron'));
  const sandboxed = sandboxObstacle(sandboxPlaces(dirname(program))) === undefined;
  // Without `chromiumSandbox`, Playwright passes --no-sandbox on Linux.
  const flags = [root, `--user-data-dir=${userData}`];
  const env = { ...definedEnv(), ...given };
  const app = await _electron.launch({ ...LOCALE, args: flags, env, chromiumSandbox: sandboxed });
  await app.evaluate(recordOpenedAddresses);
  const openFile = given?.['CALLBOARD_PREVIEW_OPEN_FILE'];
  await app.evaluate(answerDialogs, { folder: userData, openFile });
  await app.evaluate(recordDesktop);
  const pid = await app.evaluate(() => process.pid);
  const page = await app.firstWindow();
  const ended = endOf(app);
  return {
    page,
    pid,
    nextOpenedAddress: takeFrom(app, 'openedAddresses'),
    nextSavePath: takeFrom(app, 'savePaths'),
    openDeepLink: async (link) => {
      if (process.platform === 'darwin') return app.evaluate(emitOpenUrl, link);
      const own = sandboxed ? flags : [...flags, '--no-sandbox'];
      const second = spawn(program, [...own, link], { stdio: 'ignore', env });
      const code = await new Promise((resolve) => second.once('exit', resolve));
      if (code !== 0) throw new Error(`The second instance exited with ${code}.`);
    },
    desktop: () => app.evaluate(desktopSnapshot),
    closeWindow: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    endPage: async () => {
      throw new Error('Playwright loses a page whose process ended.');
    },
    endSession: async () => {
      await app.evaluate(emitSessionEnd);
      await ended.promise;
    },
    unlockKeyStore: () => Promise.reject(new Error('Only the preview has a key store that tests can lock.')),
    clickNotification: (title) => app.evaluate(clickNotification, title),
    clickTrayItem: (label) => app.evaluate(clickTrayItem, label),
    quit: () => app.close(),
    kill: async () => {
      if (ended.hasEnded()) return;
      // On Windows, Playwright's process is the shell around Electron, and killing it would leave Electron behind.
      process.kill(pid, 'SIGKILL');
      await ended.promise;
    },
  };
};

/** The end of the process. Playwright forgets the process when it ends, so this asks for it while it runs. */
function endOf(app: ElectronApplication): { readonly promise: Promise<void>; hasEnded(): boolean } {
  const child = app.process();
  const promise = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return { promise, hasEnded: () => child.exitCode !== null || child.signalCode !== null };
}

/** Returns a function that waits for the next entry of a list recorded by the stubs. */
function takeFrom(app: ElectronApplication, list: 'openedAddresses' | 'savePaths'): () => Promise<string> {
  let taken = 0;
  const texts = (): Promise<string[]> =>
    app.evaluate((_electron, name) => {
      const found: unknown = Reflect.get(globalThis, name);
      return Array.isArray(found) ? found.map(String) : [];
    }, list);
  return async () => {
    await expect.poll(async () => (await texts()).length).toBeGreaterThan(taken);
    return (await texts())[taken++] ?? '';
  };
}

/** Without what would make Electron a plain Node, as in the terminals of some editors. */
function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name === 'ELECTRON_RUN_AS_NODE' ? [] : [[name, value]],
    ),
  );
}
