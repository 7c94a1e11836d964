import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { openDatabase } from '../electron/storage/open-database.ts';
import { WORKERS } from './worker-files.ts';

const outDir = mkdtempSync(join(tmpdir(), 'callboard-workers-'));

/**
 * Vitest's global set-up: bundles the worker threads once for the whole run, as the app's build does. Hundreds of tests
 * start one, some a process that is killed again and again, and from its sources each start would read a hundred files. Makes one database that tests begin with a copy
 * of: what the migrations do to an empty one is tried by their own tests.
 */
export async function setup(): Promise<void> {
  // Each project of the run is set up; the first does it for all.
  if (process.env['CALLBOARD_TEST_WORKERS']) return;
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(WORKERS).map(([name, file]) => [name, join(import.meta.dirname, '..', file)]),
        ),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { noExternal: true },
  });
  process.env['CALLBOARD_TEST_WORKERS'] = outDir;
  const database = join(outDir, 'empty.db');
  openDatabase(database).db.close();
  process.env['CALLBOARD_TEST_DATABASE'] = database;
  // The processes that tests start keep their compiled code for each other.
  process.env['NODE_COMPILE_CACHE'] ??= join(outDir, 'compiled-code');
}

/** Takes all that away again. */
export function teardown(): void {
  rmSync(outDir, { recursive: true, force: true });
}
