import { app, type BrowserWindow, type Event, powerMonitor } from 'electron';

/** How the system ends the app: the Windows session ends, the computer shuts down, or a signal comes. */
export type SystemEnd = 'session_end' | 'shutdown' | 'signal';

/**
 * Calls `onEnd` once, when the system ends the app. Call when Electron is ready.
 *
 * - Windows emits only `session-end`, on each open window, hidden ones included; none of the quit events. Electron exits
 *   right after it unless `app.quit()` has been called by then.
 * - Linux and macOS emit `shutdown`; preventing it makes Linux wait for the app, for 5 s by default.
 * - A Linux session ends with a signal. Electron's own handler would run into the question before quitting.
 */
export function watchSystemEnd(onEnd: (how: SystemEnd) => void): void {
  let ended = false;
  const end = (how: SystemEnd): void => {
    if (ended) return;
    ended = true;
    onEnd(how);
  };
  const watchWindow = (window: BrowserWindow): void => {
    window.on('session-end', () => end('session_end'));
  };
  app.on('browser-window-created', (_event, window) => watchWindow(window));
  // The types leave out the event.
  powerMonitor.on('shutdown', (event?: Event) => {
    event?.preventDefault();
    end('shutdown');
  });
  process.on('SIGTERM', () => end('signal'));
  process.on('SIGHUP', () => end('signal'));
}
