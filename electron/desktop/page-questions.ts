import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

const LOST_BY_RELOADING =
  "What you haven't submitted or saved yet will be lost. Everything in the Outbox is safe.";

/** Asks whether to reload a page that works; resolves to whether to. */
export function askToReload(window: BrowserWindow): Promise<boolean> {
  return chooseFirst(window, {
    type: 'question',
    message: 'Reload the window?',
    detail: LOST_BY_RELOADING,
    buttons: ['Reload', 'Cancel'],
    cancelId: 1,
  });
}

/** Asks whether to reload a page that doesn't respond. `signal` withdraws the question; then it resolves to false. */
export async function askToReloadHungPage(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
  const wait = await chooseFirst(window, {
    type: 'warning',
    message: "Callboard's window isn't responding.",
    detail: `Wait, or reload the window. ${LOST_BY_RELOADING}`,
    buttons: ['Wait', 'Reload'],
    cancelId: 0,
    signal,
  });
  return !wait;
}

/** Asks what to do with a page that keeps ending; resolves to true for reloading, false for quitting. */
export function askReloadOrQuit(window: BrowserWindow, logFolder: string): Promise<boolean> {
  return chooseFirst(window, {
    type: 'error',
    message: "Callboard's window keeps failing.",
    detail: `Everything in the Outbox is safe. Reload the window, or quit Callboard and start it again. If this happens again, restart the computer, then send the log to your support team: ${logFolder}`,
    buttons: ['Reload', 'Quit'],
    cancelId: 0,
  });
}

/** Over the window if it is shown. On macOS a question to a hidden or minimized window would be a sheet nobody sees. */
async function chooseFirst(window: BrowserWindow, options: MessageBoxOptions): Promise<boolean> {
  const all = { defaultId: 0, noLink: true, ...options };
  const shown = window.isVisible() && !window.isMinimized();
  const { response } = await (shown ? dialog.showMessageBox(window, all) : dialog.showMessageBox(all));
  return response === 0;
}
