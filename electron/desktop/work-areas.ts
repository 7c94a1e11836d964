import { type BrowserWindow, screen } from 'electron';
import { windowBounds } from './window-bounds.ts';

/** Work areas (without taskbars and docks) of all displays, the primary one first. */
export function workAreas(): Electron.Rectangle[] {
  const main = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id);
  return [main, ...others].map(({ workArea }) => workArea);
}

/** Moves the window, if it is open, back within reach after a display was removed or changed. */
export function keepReachable(openWindow: () => BrowserWindow | undefined): void {
  const ensureReachable = (): void => {
    const window = openWindow();
    if (!window || window.isFullScreen() || window.isMaximized()) return;
    const bounds = window.getBounds();
    const reachable = windowBounds(bounds, workAreas());
    if (reachable.x !== bounds.x || reachable.y !== bounds.y) window.setBounds(reachable);
  };
  screen.on('display-removed', ensureReachable);
  screen.on('display-metrics-changed', ensureReachable);
}
