import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PoolOptions } from 'vitest/node';
import { temporaryFolder } from '../temp-folder.ts';
import { electronPool, PROGRAM } from './electron-pool.ts';

const root = join(import.meta.dirname, '../..');

/** What the worker meets in Electron's main process: its type, a ready app, and Electron's own listener for errors. */
const MAIN_PROCESS = `#!${process.execPath}
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
process.type = 'browser';
process.on('uncaughtException', () => {});
const electron = 'data:text/javascript,export const app = { on() {}, whenReady: async () => {} }';
registerHooks({
  resolve: (name, context, next) =>
    name === 'electron' ? { url: electron, format: 'module', shortCircuit: true } : next(name, context),
});
await import(pathToFileURL(process.argv[2]).href);
`;

afterEach(() => void vi.unstubAllEnvs());

// Windows starts no script by its first line.
describe.runIf(process.platform !== 'win32')(
  'the pool for tests in a main process',
  { meta: { needs: 'POSIX' } },
  () => {
    test("runs tests in it, and the tests' own processes as Node", async () => {
      const { code, out } = await runSample('in-main', MAIN_PROCESS);
      expect(out).toMatch(/Tests +2 passed/);
      expect(code).toBe(0);
    });

    test('fails on an uncaught error', async () => {
      const { code, err } = await runSample('uncaught', MAIN_PROCESS);
      expect(err).toContain('Nobody catches this.');
      expect(code).toBe(1);
    });

    test('fails if the program ends before it has run a test', async () => {
      const { code, err } = await runSample('in-main', `#!${process.execPath}\nprocess.exit(3);`);
      expect(err).toContain('exit code 3');
      expect(code).toBe(1);
    });

    test('lets the exit code of a program that ends say why it could not be reached', async () => {
      const program = writeProgram(`#!${process.execPath}
process.on('SIGTERM', () => process.exit(3));
setInterval(() => undefined, 60_000);
process.disconnect();`);
      vi.stubEnv(PROGRAM, program);
      const logger = { outputStream: process.stdout, errorStream: process.stderr, error: vi.fn() };
      const options = { project: { vitest: { logger } }, env: process.env } as unknown as PoolOptions;
      const worker = electronPool().createPoolWorker(options);
      await worker.start();
      const told: unknown[] = [];
      worker.on('error', (error) => told.push(error));
      worker.on('exit', (code) => told.push(`exit code ${code}`));
      await new Promise((resolve) => worker.on('disconnect', resolve));
      worker.send({ type: 'stop', __vitest_worker_request__: true });
      await worker.stop();
      expect(told).toEqual(['exit code 3']);
      expect(logger.error).toHaveBeenCalledWith(expect.stringContaining('Channel closed'));
    });
  },
);

async function runSample(name: string, program: string) {
  const path = writeProgram(program);
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', name], {
    cwd: join(import.meta.dirname, 'samples'),
    env: { ...process.env, NO_COLOR: '1', CALLBOARD_TEST_PROGRAM: path, CALLBOARD_TEST_PROCESS: 'main' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

function writeProgram(text: string): string {
  const path = join(temporaryFolder(), 'program.mjs');
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}
