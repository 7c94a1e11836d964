import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { openDatabase } from '../electron/storage/open-database.ts';
import { WORKERS } from './worker-files.ts';

const outDir = mkdtempSync(join(tmpdir(), 'callboard-workers-'));

/**
 * Vitest's global set-up. Bundles the worker threads once per run, like the app's build, because hundreds of tests
 * start
 * one, and each start from source would read a hundred files. Also creates a migrated database for tests to copy; the
 * migrations have their own tests.
 */
export async function setup(): Promise<void> {
  // Runs once per Vitest project; the first does it for all.
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
  // Child processes of tests share a compile cache.
  process.env['NODE_COMPILE_CACHE'] ??= join(outDir, 'compiled-code');
}

/** Removes all of it. */
export function teardown(): void {
  rmSync(outDir, { recursive: true, force: true });
}
