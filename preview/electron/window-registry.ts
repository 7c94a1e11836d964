import type { BrowserWindow } from './browser-window.ts';

const windows = new Map<number, BrowserWindow>();

/** The windows that haven't been destroyed, oldest first. */
export function openWindows(): BrowserWindow[] {
  return [...windows.values()];
}

export function addWindow(window: BrowserWindow): void {
  windows.set(window.id, window);
}

export function removeWindow(id: number): void {
  windows.delete(id);
}
