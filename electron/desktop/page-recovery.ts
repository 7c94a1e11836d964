import { app, type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

const LOST_BY_RELOADING =
  "What you haven't submitted or saved yet will be lost. Everything in the Outbox is safe.";

/** Asks whether to reload a page that works; resolves to whether to. */
function askToReload(window: BrowserWindow): Promise<boolean> {
  return chooseFirst(window, {
    type: 'question',
    message: 'Reload the window?',
    detail: LOST_BY_RELOADING,
    buttons: ['Reload', 'Cancel'],
    cancelId: 1,
  });
}

/** Asks whether to reload a page that doesn't respond. `signal` withdraws the question; then it resolves to false. */
async function askToReloadHungPage(window: BrowserWindow, signal: AbortSignal): Promise<boolean> {
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
function askReloadOrQuit(window: BrowserWindow, logFolder: string): Promise<boolean> {
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

/** Why a page was reloaded: its process ended, or a person asked for it. */
export type ReloadCause = 'page_gone' | 'person';

export interface PageRecoveryOptions {
  /** Loads the page anew. */
  readonly reload: (cause: ReloadCause) => void;
  readonly isQuitting: () => boolean;
  readonly logFolder: string;
  readonly onTrouble: (error: unknown) => void;
}

/** How often a page is reloaded without a question, and the time in which this is counted, ms. */
const MAX_RELOADS = 3;
const PERIOD_MS = 10 * 60_000;

/**
 * Reloads a window's page when its process has ended, and asks when it doesn't respond or keeps ending. The rest of the
 * app goes on meanwhile. Create this after the window's own `close` listener.
 */
export class PageRecovery {
  private readonly window: BrowserWindow;
  private readonly options: PageRecoveryOptions;
  /** Times of reloads without a question, by `performance.now()`. */
  private reloads: number[] = [];
  private closing = false;
  private hung = false;
  /** A person chose to end the page's process. */
  private endedByPerson = false;
  private question: AbortController | undefined;

  constructor(window: BrowserWindow, options: PageRecoveryOptions) {
    this.window = window;
    this.options = options;
    window.webContents.on('render-process-gone', (_event, { reason }) => this.pageGone(reason));
    window.on('unresponsive', () => this.pageHangs());
    window.on('responsive', () => this.hangEnded());
    window.on('close', (event) => {
      this.closing = !event.defaultPrevented;
    });
  }

  /** Reloads the page, after a question if that would lose what a person typed. */
  async reloadForPerson(): Promise<void> {
    const { window } = this;
    if (!window.webContents.isCrashed() && !(await askToReload(window))) return;
    if (!window.isDestroyed()) this.reloadNow();
  }

  private pageGone(reason: string): void {
    this.hangEnded();
    // A clean exit belongs to a window that is being closed.
    if (reason === 'clean-exit' || this.closing || this.options.isQuitting()) return;
    if (this.endedByPerson) {
      this.endedByPerson = false;
      this.options.reload('person');
      return;
    }
    const now = performance.now();
    this.reloads = this.reloads.filter((time) => now - time < PERIOD_MS);
    if (this.reloads.length < MAX_RELOADS) {
      this.reloads.push(now);
      this.options.reload('page_gone');
    } else {
      this.askWhatToDo().catch(this.options.onTrouble);
    }
  }

  private async askWhatToDo(): Promise<void> {
    const reload = await askReloadOrQuit(this.window, this.options.logFolder);
    if (!reload) {
      app.quit();
    } else if (!this.window.isDestroyed()) {
      this.reloads = [];
      this.options.reload('person');
    }
  }

  private pageHangs(): void {
    // Electron also says so 5 s after a page was asked to close: it must not hold up the quit.
    if (this.closing) {
      this.window.destroy();
      return;
    }
    this.hung = true;
    if (this.question) return;
    const question = new AbortController();
    this.question = question;
    askToReloadHungPage(this.window, question.signal)
      .then((reload) => {
        if (this.question === question) this.question = undefined;
        if (reload && this.hung && !this.window.isDestroyed()) this.reloadNow();
      })
      .catch(this.options.onTrouble);
  }

  /** The page responds again, or its process has ended. */
  private hangEnded(): void {
    this.hung = false;
    this.question?.abort();
    this.question = undefined;
  }

  /** A page that hangs can't navigate, so its process ends first, and {@link pageGone} reloads. */
  private reloadNow(): void {
    if (this.hung) {
      this.endedByPerson = true;
      this.window.webContents.forcefullyCrashRenderer();
    } else {
      this.options.reload('person');
    }
  }
}
