import { app, type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

export interface QuitQuestionOptions {
  /** How many submissions would stay waiting after quitting. */
  readonly waitingCount: () => Promise<number>;
  /** The window over which to ask, if it is shown. */
  readonly window: () => BrowserWindow | undefined;
  /** Reopens a window that was closed already. */
  readonly keepOpen: () => void;
}

/**
 * Asks for confirmation before the app quits with submissions waiting. Nothing is lost either way; the question keeps
 * people from believing that everything was sent.
 */
export class QuitQuestion {
  private readonly options: QuitQuestionOptions;
  private decided = false;
  private open: AbortController | undefined;

  constructor(options: QuitQuestionOptions) {
    this.options = options;
    app.on('before-quit', (event) => {
      if (this.decided) return;
      event.preventDefault();
      if (!this.open) this.ask();
    });
  }

  /** Whether the app is about to quit. */
  get isQuitting(): boolean {
    return this.decided;
  }

  /** Lets the app quit without the question, and withdraws an open one. */
  skip(): void {
    this.decided = true;
    this.open?.abort();
  }

  private ask(): void {
    const open = new AbortController();
    this.open = open;
    const answered = (quit: boolean): void => {
      this.open = undefined;
      if (this.decided) return;
      this.decided = quit;
      if (quit) app.quit();
      else this.options.keepOpen();
    };
    // In a later turn, because promise callbacks may run inside the quit that emitted the event, and whatever they start
    // is undone when it returns (Electron's shell/browser/browser.cc). If asking fails, quit.
    mayQuit(this.options, open.signal).then(
      (quit) => setImmediate(answered, quit),
      () => setImmediate(answered, true),
    );
  }
}

async function mayQuit({ waitingCount, window }: QuitQuestionOptions, signal: AbortSignal): Promise<boolean> {
  const waiting = await waitingCount();
  if (waiting === 0 || signal.aborted) return true;
  const options: MessageBoxOptions = {
    type: 'question',
    message: waiting === 1 ? '1 submission is still waiting.' : `${waiting} submissions are still waiting.`,
    detail: `Callboard keeps ${waiting === 1 ? 'it' : 'them'} on this computer and sends ${waiting === 1 ? 'it' : 'them'} the next time you start it.`,
    buttons: ['Quit', 'Keep open'],
    defaultId: 0,
    cancelId: 1,
    signal,
  };
  const parent = window();
  const { response } = await (parent
    ? dialog.showMessageBox(parent, options)
    : dialog.showMessageBox(options));
  return response === 0;
}
