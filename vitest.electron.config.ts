import { defineConfig } from 'vitest/config';
import { electronPool } from './test/in-electron/electron-pool.ts';

/** Folders whose tests depend on what differs in Electron's Node: SQLite, BoringSSL, zlib, sockets, worker threads. */
const FOLDERS = ['auth', 'backup', 'network', 'service', 'connection-check', 'storage'];

/** For `npm run test:electron`: see scripts/test-electron.ts. */
export default defineConfig({
  test: {
    include: FOLDERS.map((folder) => `test/electron/${folder}/**/*.test.ts`),
    globalSetup: ['test/bundled-workers.ts'],
    testTimeout: 60_000,
    pool: electronPool(),
    // There is one main process, and the files follow each other in it.
    isolate: false,
    maxWorkers: 1,
  },
});
