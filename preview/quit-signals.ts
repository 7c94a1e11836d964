/** In ms. npm forwards a Ctrl+C that the terminal already sent, so a second signal this soon is the same one. */
const duplicateWindow = 1000;

/**
 * Asks the app to quit on the signals on which Electron does (electron_browser_main_parts_posix.cc). The app may refuse or
 * take its time; a second signal ends the process. Windows has only Ctrl+C, and SIGHUP when the console closes: there,
 * another process asks by the desktop command `quit`. A listener of the app's own replaces this one, as Node's signal handler
 * replaces Electron's.
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
}
