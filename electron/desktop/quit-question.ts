import { app, type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';

export interface QuitQuestionOptions {
  /** How many submissions would stay waiting after quitting. */
  readonly waitingCount: () => Promise<number>;
  /** Whether everything would be lost, because the data folder is gone. */
  readonly wouldLoseAll: () => boolean;
  /** The window over which to ask, if it is shown. */
  readonly window: () => BrowserWindow | undefined;
  /** Reopens a window that was closed already. */
  readonly keepOpen: () => void;
}

/**
 * Asks for confirmation before the app quits with submissions waiting. Nothing is lost either way; the question keeps
 * people from believing that everything was sent. Also asks if the data folder is gone, when quitting loses everything.
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

async function mayQuit(
  { waitingCount, wouldLoseAll, window }: QuitQuestionOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const waiting = wouldLoseAll() ? 0 : await waitingCount();
  // Looked up again: it may have been the count that found out.
  const question = wouldLoseAll() ? LOSS : waitingQuestion(waiting);
  if (!question || signal.aborted) return true;
  const options: MessageBoxOptions = { ...question, cancelId: 1, signal };
  const parent = window();
  const { response } = await (parent
    ? dialog.showMessageBox(parent, options)
    : dialog.showMessageBox(options));
  return response === 0;
}

type Question = Pick<MessageBoxOptions, 'type' | 'detail' | 'buttons' | 'defaultId'> & { message: string };

const LOSS: Question = {
  type: 'warning',
  message: "Callboard's data folder is gone. If you quit now, everything in it is lost.",
  detail:
    'That includes submissions that were not sent yet, and everything tracked so far. Keep Callboard open and make the folder writable again: Callboard then writes everything it knows to it.',
  buttons: ['Quit and lose everything', 'Keep open'],
  defaultId: 1,
};

function waitingQuestion(waiting: number): Question | undefined {
  if (waiting === 0) return undefined;
  const them = waiting === 1 ? 'it' : 'them';
  return {
    type: 'question',
    message: waiting === 1 ? '1 submission is still waiting.' : `${waiting} submissions are still waiting.`,
    detail: `Callboard keeps ${them} on this computer and sends ${them} the next time you start it.`,
    buttons: ['Quit', 'Keep open'],
    defaultId: 0,
  };
}
