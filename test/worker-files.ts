import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The worker threads of the main process, and the tests' own threads and processes, by the names of their bundles. */
export const WORKERS = {
  'storage-worker': 'electron/storage/worker.ts',
  'backup-worker': 'electron/storage/backup/worker.ts',
  'check-worker': 'electron/diagnostics/check-worker.ts',
  'kept-storage-worker': 'test/electron/storage/kept-storage-worker.ts',
  'queue-process': 'test/faults/crash/queue-process.ts',
  'list-process': 'test/faults/do-not-call/list-process.ts',
  'team-process': 'test/faults/team/team-process.ts',
} as const;

/** What a worker thread, or such a process, is started from: its bundle where the run has made one, else its source. */
export function workerFile(name: keyof typeof WORKERS): URL {
  const bundles = process.env['CALLBOARD_TEST_WORKERS'];
  return pathToFileURL(
    bundles ? join(bundles, `${name}.js`) : join(import.meta.dirname, '..', WORKERS[name]),
  );
}
