const windows = new Map<number, Electron.BrowserWindow>();

/** The windows that haven't been destroyed, oldest first. */
export function openWindows(): Electron.BrowserWindow[] {
  return [...windows.values()];
}

export function addWindow(window: Electron.BrowserWindow): void {
  windows.set(window.id, window);
}

export function removeWindow(id: number): void {
  windows.delete(id);
}
