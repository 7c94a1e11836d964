import type { BrowserWindow } from 'electron';

/** How long a window waits for its page to be painted, ms. */
const LONGEST_WAIT_MS = 2000;

/**
 * Calls `show` once the page of a new window is painted, unless the window is closed first; returns a function that
 * calls it at once. `ready-to-show` never comes on some Wayland sessions, because nothing is painted before the window is
 * shown (electron#48859): on Linux a loaded page suffices, and no window waits longer than two seconds.
 */
export function showOncePainted(window: BrowserWindow, show: () => void): () => void {
  let settled = false;
  const settle = (): void => {
    settled = true;
    clearTimeout(timer);
  };
  const showOnce = (): void => {
    if (settled) return;
    settle();
    show();
  };
  const timer = setTimeout(showOnce, LONGEST_WAIT_MS);
  window.once('ready-to-show', showOnce);
  if (process.platform === 'linux') window.webContents.once('did-finish-load', showOnce);
  window.once('close', settle);
  window.once('closed', settle);
  return showOnce;
}
