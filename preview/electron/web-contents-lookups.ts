import { strict } from '../unsupported.ts';
import { BrowserWindow } from './browser-window.ts';
import { openWindows } from './window-registry.ts';

/** Electron's `webContents`. */
export const webContents = strict('webContents', {
  getAllWebContents: () => openWindows().map((window) => window.webContents),
  getFocusedWebContents: () => BrowserWindow.getFocusedWindow()?.webContents ?? null,
  fromId: (id: number) => openWindows().find((window) => window.webContents.id === id)?.webContents,
});
