/** npm passes a Ctrl+C on that the terminal already sent: what comes this soon, in milliseconds, is the same one. */
const sameSignal = 1000;

/**
 * Asks the app to quit on Ctrl+C and on termination.
 *
 * The app may refuse or take its time; whoever asks again later gets the process ended.
 */
export function quitOnSignals(quit: () => void): void {
  let askedAt: number | undefined;
  const ask = () => {
    if (askedAt === undefined) {
      askedAt = performance.now();
      quit();
    } else if (performance.now() - askedAt > sameSignal) {
      process.exit(130);
    }
  };
  process.on('SIGINT', ask);
  process.on('SIGTERM', ask);
}
