import { beforeAll, expect, test, vi } from 'vitest';
import { registerAppScheme } from '../../../electron/desktop/app-protocol.ts';
import { MainWindow } from '../../../electron/desktop/main-window.ts';
import { WindowMemory } from '../../../electron/desktop/window-memory.ts';
import { appEvents } from '../../../preview/electron/app-life.ts';
import type { BrowserWindow } from '../../../preview/electron/browser-window.ts';
import { beginElectron } from '../../security/electron-under-preview.ts';
import { temporaryFolder } from '../../temp-folder.ts';

vi.mock('electron', () => import('../../../preview/electron/index.ts'));

beforeAll(async () => {
  const electron = await beginElectron();
  registerAppScheme();
  // Without a listener the last window takes the process with it.
  appEvents.on('window-all-closed', () => undefined);
  electron.becomeReady();
});

function mainWindow(): MainWindow {
  return new MainWindow({
    preload: 'preload.cjs',
    memory: new WindowMemory(temporaryFolder(), () => undefined),
    onFocus: () => undefined,
    onBlur: () => undefined,
    hidesOnClose: () => false,
  });
}

/** Has the page of the next window end as `load` does. */
function loadNextBy(load: (window: BrowserWindow) => void): void {
  appEvents.once('browser-window-created', (_event, window) => {
    vi.spyOn(window, 'loadURL').mockImplementation(async () => {
      load(window);
      throw new Error("ERR_FAILED (-2) loading 'app://callboard/index.html'");
    });
  });
}

test('a window that is closed before its page has come has not failed', async () => {
  loadNextBy((window) => window.destroy());
  await expect(mainWindow().show()).resolves.toBeUndefined();
});

test('a page that does not come into an open window is a failure', async () => {
  loadNextBy(() => undefined);
  await expect(mainWindow().show()).rejects.toThrow('ERR_FAILED');
});
