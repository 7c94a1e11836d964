import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { _electron, expect } from '@playwright/test';
import type { DesktopSnapshot, Launch } from './app-driver.ts';

const root = join(import.meta.dirname, '../../..');

/** Runs the built app in Electron, with stubs for the system browser and the file dialogs. */
export const electronDriver: Launch = async ({ userData, env }) => {
  const flags = [
    root,
    `--user-data-dir=${userData}`,
    ...(process.platform === 'linux' ? ['--no-sandbox'] : []),
  ];
  const app = await _electron.launch({ args: flags, env: { ...definedEnv(), ...env } });
  await app.evaluate(({ app: main, dialog, shell }, folder) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedAddresses', opened);
    shell.openExternal = async (address) => {
      opened.push(address);
    };
    const saved: string[] = [];
    Reflect.set(globalThis, 'savePaths', saved);
    main.setPath('downloads', folder);
    Reflect.set(dialog, 'showSaveDialog', async (...args: readonly Electron.SaveDialogOptions[]) => {
      const filePath = args.at(-1)?.defaultPath ?? '';
      saved.push(filePath);
      return { canceled: false, filePath };
    });
  }, userData);
  await app.evaluate(({ dialog }, file) => {
    const answer = { canceled: file === undefined, filePaths: file === undefined ? [] : [file] };
    Reflect.set(dialog, 'showOpenDialog', async () => answer);
  }, env?.['CALLBOARD_PREVIEW_OPEN_FILE']);
  await app.evaluate(watchDesktop);
  const page = await app.firstWindow();
  /** Returns a function that waits for the next entry of a list recorded by the stubs. */
  const takeFrom = (list: 'openedAddresses' | 'savePaths') => {
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
  };
  return {
    page,
    pid: app.process().pid ?? Number.NaN,
    nextOpenedAddress: takeFrom('openedAddresses'),
    nextSavePath: takeFrom('savePaths'),
    openDeepLink: async (link) => {
      if (process.platform === 'darwin') {
        // macOS passes links to the running app as an event, not by a second instance.
        await app.evaluate(({ app: main }, address) => {
          main.emit('open-url', { preventDefault: () => undefined }, address);
        }, link);
        return;
      }
      const program = String(createRequire(import.meta.url)('electron'));
      const second = spawn(program, [...flags, link], { stdio: 'ignore', env: { ...process.env, ...env } });
      await new Promise((resolve) => second.once('exit', resolve));
    },
    desktop: () => app.evaluate(seenDesktop),
    closeWindow: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    endPage: async () => {
      throw new Error('Playwright loses a page whose process ended.');
    },
    endSession: async () => {
      const exited = new Promise((resolve) => app.process().once('exit', resolve));
      await app.evaluate(({ BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows())
          window.emit('session-end', { reasons: ['logoff'] });
      });
      await exited;
    },
    clickNotification: (title) =>
      app.evaluate((_electron, wanted) => {
        const shown: Electron.Notification[] = Reflect.get(globalThis, 'shownNotifications');
        shown.findLast((notification) => notification.title === wanted)?.emit('click', {});
      }, title),
    clickTrayItem: (label) =>
      app.evaluate((_electron, wanted) => {
        const menu: Electron.Menu | null = Reflect.get(globalThis, 'trayMenu');
        menu?.items.find((item) => item.label === wanted && item.enabled)?.click();
      }, label),
    unlockKeyStore: () => Promise.reject(new Error('Only the preview has a key store that tests can lock.')),
    quit: () => app.close(),
    kill: async () => {
      const closed = new Promise((resolve) => app.process().once('exit', resolve));
      app.process().kill('SIGKILL');
      await closed;
    },
  };
};

/** Records notifications and tray menus, which cannot be inspected once the system has them. */
function watchDesktop({ Notification, Tray }: typeof Electron.CrossProcessExports): void {
  const shown: Electron.Notification[] = [];
  Reflect.set(globalThis, 'shownNotifications', shown);
  Reflect.set(globalThis, 'trayMenu', null);
  Notification.prototype.show = function show() {
    shown.push(this);
  };
  const { setContextMenu, setToolTip, destroy } = Tray.prototype;
  Tray.prototype.setContextMenu = function set(menu) {
    Reflect.set(globalThis, 'trayMenu', menu);
    setContextMenu.call(this, menu);
  };
  Tray.prototype.setToolTip = function set(text) {
    Reflect.set(globalThis, 'trayToolTip', text);
    setToolTip.call(this, text);
  };
  Tray.prototype.destroy = function gone() {
    Reflect.set(globalThis, 'trayMenu', null);
    destroy.call(this);
  };
}

function seenDesktop({ app, BrowserWindow }: typeof Electron.CrossProcessExports): DesktopSnapshot {
  const shown: Electron.Notification[] = Reflect.get(globalThis, 'shownNotifications');
  const menu: Electron.Menu | null = Reflect.get(globalThis, 'trayMenu');
  const items = menu?.items.flatMap(({ label, type }) => (type === 'separator' ? [] : [label]));
  return {
    windowVisible: BrowserWindow.getAllWindows().some((window) => window.isVisible()),
    badge: app.getBadgeCount(),
    notifications: shown.map(({ title, body }) => ({ title, body })),
    tray: items ? { toolTip: String(Reflect.get(globalThis, 'trayToolTip')), items } : null,
  };
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
