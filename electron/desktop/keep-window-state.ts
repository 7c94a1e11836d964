import type { BrowserWindow } from 'electron';
import type { WindowStateStore } from './window-state-store.ts';

/** Debounce for saving the bounds while the window is moved or resized, ms. */
const SAVE_DEBOUNCE_MS = 500;

/** Saves the window's place and size when they change; returns a function that saves at once. */
export function keepWindowState(window: BrowserWindow, memory: WindowStateStore): () => void {
  let saveTimer: NodeJS.Timeout | undefined;
  let wasShown = false;
  const save = (): void => {
    clearTimeout(saveTimer);
    // Until it is shown, the window isn't as large as it will be.
    if (wasShown && !window.isDestroyed()) memory.save(stateOf(window));
  };
  const saveSoon = (): void => {
    clearTimeout(saveTimer);
    saveTimer = setTimeout(save, SAVE_DEBOUNCE_MS);
  };
  window.once('show', () => {
    wasShown = true;
  });
  window.on('move', saveSoon);
  window.on('resize', saveSoon);
  window.once('closed', () => clearTimeout(saveTimer));
  return save;
}

function stateOf(window: BrowserWindow) {
  return {
    place: window.getNormalBounds(),
    maximized: window.isMaximized(),
    fullScreen: window.isFullScreen(),
    zoom: window.webContents.getZoomLevel(),
  };
}
