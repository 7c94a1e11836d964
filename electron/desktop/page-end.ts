import type { BrowserWindow } from 'electron';

/** Calls `listener` when the window's page is gone with what was typed in it: closed, reloaded, or its process ended. */
export function onPageEnd(window: BrowserWindow, listener: () => void): void {
  const { webContents: contents } = window;
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) listener();
  });
  contents.on('render-process-gone', listener);
  window.once('closed', listener);
}
