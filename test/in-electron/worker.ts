/**
 * Vitest's worker in Electron's main process, or, with `npm run test:electron -- --run-as-node`, in Electron's Node.
 */

if (process.env['CALLBOARD_TEST_PROCESS'] === 'node') {
  await begin();
} else if (process.type === 'browser') {
  // Not awaited at the top level: Electron becomes ready only after this module has loaded.
  void runInMain();
} else {
  console.error(`${process.execPath} is not Electron.`);
  process.exitCode = 1;
}

async function runInMain(): Promise<void> {
  try {
    const { app } = await import('electron');
    app.dock?.hide();
    app.on('window-all-closed', () => undefined);
    await app.whenReady();
    // Electron's own listener would make Vitest believe that the tests handle uncaught errors.
    process.removeAllListeners('uncaughtException');
    // Processes that tests start from `process.execPath` run a script, not a second app.
    process.env['ELECTRON_RUN_AS_NODE'] = '1';
    await begin();
  } catch (error) {
    // Otherwise Electron shows a dialog, and Vitest waits for its timeout.
    console.error(error);
    process.exit(1);
  }
}

async function begin(): Promise<void> {
  const { electron, node, openssl, sqlite } = process.versions;
  const host = electron === undefined ? 'no Electron' : `Electron ${electron}`;
  console.log(`Tests run in ${host}, Node ${node}, SQLite ${sqlite}, OpenSSL ${openssl}.`);
  await import(new URL('../../node_modules/vitest/dist/workers/forks.js', import.meta.url).href);
}
