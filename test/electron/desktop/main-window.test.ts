import { beforeAll, expect, test, vi } from 'vitest';
import { registerAppScheme } from '../../../electron/desktop/app-protocol.ts';
import { MainWindow } from '../../../electron/desktop/main-window.ts';
import { WindowStateStore } from '../../../electron/desktop/window-state-store.ts';
import { appEvents } from '../../../preview/electron/app-life.ts';
import type { BrowserWindow } from '../../../preview/electron/browser-window.ts';
import { beginElectron } from '../../security/electron-under-preview.ts';
import { temporaryFolder } from '../../temp-folder.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

beforeAll(async () => {
  const electron = await beginElectron();
  registerAppScheme();
  // Without a listener, closing the last window quits.
  appEvents.on('window-all-closed', () => undefined);
  electron.becomeReady();
});

function mainWindow(): MainWindow {
  return new MainWindow({
    preload: 'preload.cjs',
    memory: new WindowStateStore(temporaryFolder(), () => undefined),
    onFocus: () => undefined,
    onBlur: () => undefined,
    hidesOnClose: () => false,
  });
}

/** Makes the next window's page fail to load, after `load` has run. */
function failNextLoad(load: (window: BrowserWindow) => void): void {
  appEvents.once('browser-window-created', (_event, window) => {
    vi.spyOn(window, 'loadURL').mockImplementation(async () => {
      load(window);
      throw new Error("ERR_FAILED (-2) loading 'app://callboard/index.html'");
    });
  });
}

test('closing a window before its page has loaded is not a failure', async () => {
  failNextLoad((window) => window.destroy());
  await expect(mainWindow().show()).resolves.toBeUndefined();
});

test('a page that does not load in an open window is a failure', async () => {
  failNextLoad(() => undefined);
  await expect(mainWindow().show()).rejects.toThrow('ERR_FAILED');
});
