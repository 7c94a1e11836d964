import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { registerAppScheme, serveApp } from '../../../electron/desktop/app-protocol.ts';
import { MainWindow, type MainWindowOptions } from '../../../electron/desktop/main-window.ts';
import { WindowStateStore } from '../../../electron/desktop/window-state-store.ts';
import { appEvents } from '../../../preview/electron/app-life.ts';
import type { BrowserWindow } from '../../../preview/electron/browser-window.ts';
import { screen } from '../../../preview/electron/desktop-state.ts';
import { openWindows } from '../../../preview/electron/window-registry.ts';
import { beginElectron } from '../../security/electron-under-preview.ts';
import { temporaryFolder } from '../../temp-folder.ts';

/** Makes Electron's stand-in ready, with an empty page for the app's window. Call before all tests. */
export async function beginWithPage(): Promise<void> {
  const electron = await beginElectron();
  registerAppScheme();
  // Without a listener, closing the last window quits.
  appEvents.on('window-all-closed', () => undefined);
  electron.becomeReady();
  writeFileSync(join(electron.userData, 'index.html'), '<!doctype html>');
  serveApp(electron.userData, Promise.resolve());
}

/** Undoes what a test did to windows, time and environment. Call after each. */
export function closeWindows(): void {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  screen.removeAllListeners();
  for (const window of openWindows()) window.destroy();
}

export function mainWindow(options: Partial<MainWindowOptions> = {}): MainWindow {
  return new MainWindow({
    preload: 'preload.cjs',
    memory: new WindowStateStore(temporaryFolder(), () => undefined),
    onFocus: () => undefined,
    onBlur: () => undefined,
    hidesOnClose: () => false,
    isQuitting: () => false,
    logFolder: '/logs',
    onReload: () => undefined,
    onPageEnd: () => undefined,
    onTrouble: (error) => {
      throw error;
    },
    ...options,
  });
}

/** Opens a window whose page has been asked for, but is neither loaded nor painted. */
export async function openUnpainted(options: Partial<MainWindowOptions> = {}) {
  vi.stubEnv('CALLBOARD_PREVIEW_MODES', 'no-ready-to-show');
  const main = mainWindow(options);
  await main.show();
  const window = openWindows().at(-1);
  if (!window) throw new Error('The window did not open.');
  return { main, window };
}

/** Makes the next window's page fail to load, after `load` has run. */
export function failNextLoad(load: (window: BrowserWindow) => void): void {
  appEvents.once('browser-window-created', (_event, window) => {
    vi.spyOn(window, 'loadURL').mockImplementation(async () => {
      load(window);
      throw new Error("ERR_FAILED (-2) loading 'app://callboard/index.html'");
    });
  });
}
