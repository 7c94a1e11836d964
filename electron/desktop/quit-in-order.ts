import { app } from 'electron';

/**
 * What is under way gets a few seconds to end before the process does; a second wish to quit does not wait. Returns the
 * function that ends it before anybody quits.
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
