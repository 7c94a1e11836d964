import { app, type BrowserWindow, dialog, type Event, type MessageBoxOptions, powerMonitor } from 'electron';

interface EndInOrderOptions {
  readonly question: QuitQuestion;
  /** Ends all work. */
  readonly close: () => Promise<void>;
  readonly onSystemEnd: (how: SystemEnd) => void;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Ends the work before the app quits, also when the system ends the app, which nobody is asked about. Returns a function
 * that ends the work ahead of a quit that is certain.
 */
export function endInOrder({
  question,
  close,
  onSystemEnd,
  onTrouble,
}: EndInOrderOptions): () => Promise<void> {
  const endWork = quitInOrder(close, onTrouble);
  const endAhead = (): Promise<void> => {
    question.skip();
    return endWork();
  };
  watchSystemEnd((how) => {
    onSystemEnd(how);
    // Another attempt to quit would not wait for the work.
    if (question.isQuitting) return;
    void endAhead();
    app.quit();
  });
  return endAhead;
}

/**
 * How long ending the work may hold up the quit, ms. Without a window nobody can quit again, and as long as this instance
 * runs, no other starts.
 */
const LONGEST_CLOSE_MS = 30_000;

/**
 * Delays quitting until `close` has ended all work; a second attempt to quit doesn't wait. Returns a function that ends
 * the work ahead of quitting.
 */
function quitInOrder(close: () => Promise<void>, onTrouble: (error: unknown) => void): () => Promise<void> {
  let closing: Promise<void> | undefined;
  let closed = false;
  let waiting = false;
  const endWork = (): Promise<void> => {
    closing ??= withinLimit(close())
      .catch(onTrouble)
      .finally(() => {
        closed = true;
      });
    return closing;
  };
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (closed || waiting) return;
    event.preventDefault();
    waiting = true;
    // In a later turn: Electron ignores `app.quit()` until the quit that emitted this event has returned.
    void endWork().finally(() => setImmediate(() => app.quit()));
  });
  return endWork;
}

function withinLimit(work: Promise<void>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const tooLong = new Error(`The work has not ended within ${LONGEST_CLOSE_MS} ms.`);
  const timer = setTimeout(limit.reject, LONGEST_CLOSE_MS, tooLong);
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer));
}

interface QuitQuestionOptions {
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
function watchSystemEnd(onEnd: (how: SystemEnd) => void): void {
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
