import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { WORKERS } from './worker-files.ts';

const outDir = mkdtempSync(join(tmpdir(), 'callboard-workers-'));

/**
 * Vitest's global set-up: bundles the worker threads once for the whole run, as the app's build does. Hundreds of tests
 * start one, and from its sources each start would read a hundred files.
 */
export async function setup(): Promise<void> {
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
}

/** Takes the bundles away again. */
export function teardown(): void {
  rmSync(outDir, { recursive: true, force: true });
}
