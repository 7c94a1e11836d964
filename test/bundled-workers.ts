import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { openDatabase } from '../electron/storage/open-database.ts';
import { mainBuild } from '../vite.main.config.ts';
import { WORKERS } from './worker-files.ts';

const outDir = mkdtempSync(join(tmpdir(), 'callboard-workers-'));

/**
 * Vitest's global set-up. Bundles the worker threads once per run, by the app's build, because hundreds of tests start
 * one, and each start from source would read a hundred files. Also creates a migrated database for tests to copy; the
 * migrations have their own tests.
 */
export async function setup(): Promise<void> {
  // Runs once per Vitest project; the first does it for all.
  if (process.env['CALLBOARD_TEST_WORKERS']) return;
  const { build: shipped, ...config } = mainBuild(
    Object.fromEntries(
      Object.entries(WORKERS).map(([name, file]) => [name, join(import.meta.dirname, '..', file)]),
    ),
  );
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...shipped, outDir, emptyOutDir: false, sourcemap: false },
  });
  // Node would parse each file twice to find out.
  writeFileSync(join(outDir, 'package.json'), '{ "type": "module" }');
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
