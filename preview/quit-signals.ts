/** In ms. npm forwards a Ctrl+C that the terminal already sent, so a second signal this soon is the same one. */
const duplicateWindow = 1000;

/**
 * Asks the app to quit on SIGINT and SIGTERM. The app may refuse or take its time; a second signal ends the process. A
 * listener of the app's own replaces this one, as Node's signal handler replaces Electron's.
 */
export function quitOnSignals(quit: () => void): void {
  let askedAt: number | undefined;
  const ask = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    if (askedAt === undefined) {
      askedAt = performance.now();
      quit();
    } else if (performance.now() - askedAt > duplicateWindow) {
      process.exit(130);
    }
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
}
