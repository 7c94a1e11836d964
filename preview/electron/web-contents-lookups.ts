import { BrowserWindow } from './browser-window.ts';
import { standIn } from './stand-in.ts';
import { openWindows } from './window-registry.ts';

/** Electron's `webContents`. */
export const webContents = standIn<typeof Electron.WebContents>('webContents', {
  getAllWebContents: () => openWindows().map((window) => window.webContents),
  getFocusedWebContents: () => BrowserWindow.getFocusedWindow()?.webContents ?? null,
  fromId: (id: number) => openWindows().find((window) => window.webContents.id === id)?.webContents,
});
