import { app } from 'electron';

/**
 * Delays quitting until `close` has ended all work; a second attempt to quit doesn't wait. Returns a function that ends
 * the work ahead of quitting.
 */
export function quitInOrder(
  close: () => Promise<void>,
  onTrouble: (error: unknown) => void,
): () => Promise<void> {
  let closing: Promise<void> | undefined;
  let closed = false;
  let waiting = false;
  const endWork = (): Promise<void> => {
    closing ??= close()
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
