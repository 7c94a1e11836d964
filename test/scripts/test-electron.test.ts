import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';

const LAUNCHER = join(import.meta.dirname, '../../scripts/test-electron.ts');

/** The quickest file of the folders that run in Electron. */
const QUICK = 'test/electron/network/proxy-list.test.ts';

test("npm run test:electron says how to get Electron's program and fails if it isn't there", async () => {
  const { code, out, err } = await launch([QUICK], { ELECTRON_OVERRIDE_DIST_PATH: temporaryFolder() });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('npx --no install-electron');
});

test('npm run test:electron runs the tests in the program that it is given', async () => {
  const { code, out } = await launch(['--program', process.execPath, '--run-as-node', QUICK]);
  expect(out).toContain(`Tests run in no Electron, Node ${process.versions.node}`);
  expect(out).toMatch(/Tests +\d+ passed/);
  expect(code).toBe(0);
});

test("npm run test:electron fails in a program that isn't Electron", async () => {
  const { code, err } = await launch(['--program', process.execPath, QUICK]);
  expect(err).toContain('is not Electron');
  expect(code).toBe(1);
});

async function launch(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}
