import { app } from 'electron';
import type { QuitQuestion } from './quit-question.ts';
import { type SystemEnd, watchSystemEnd } from './system-end.ts';

export interface EndInOrderOptions {
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
