import type { BrowserWindow } from 'electron';

/** How long a window waits for its page to be painted, ms. */
const LONGEST_WAIT_MS = 2000;

/**
 * Calls `show` once the page of a new window is painted, unless the window is closed first; returns a function that
 * calls it at once if it wasn't yet. `ready-to-show` never comes on some Wayland sessions, because nothing is painted
 * before the window is shown (electron#48859): on Linux a loaded page suffices, and no window waits longer than two seconds.
 */
export function showOncePainted(window: BrowserWindow, show: () => void): () => void {
  let shown = false;
  let closed = false;
  const showOnce = (): void => {
    if (shown) return;
    shown = true;
    clearTimeout(timer);
    show();
  };
  const painted = (): void => {
    if (!closed) showOnce();
  };
  const close = (): void => {
    closed = true;
    clearTimeout(timer);
  };
  const timer = setTimeout(painted, LONGEST_WAIT_MS);
  window.once('ready-to-show', painted);
  if (process.platform === 'linux') window.webContents.once('did-finish-load', painted);
  window.once('close', close);
  window.once('closed', close);
  return showOnce;
}
