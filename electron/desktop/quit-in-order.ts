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
  const endWork = (): Promise<void> => {
    closing ??= close().catch(onTrouble);
    return closing;
  };
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (closing) return;
    event.preventDefault();
    void endWork().finally(() => app.quit());
  });
  return endWork;
}
