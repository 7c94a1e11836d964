import { app } from 'electron';
import { quitInOrder } from './quit-in-order.ts';
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
