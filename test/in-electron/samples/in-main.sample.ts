import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('runs in the main process', () => {
  expect(process.type).toBe('browser');
});

test('starts processes that run a script', () => {
  const { stdout } = spawnSync(process.execPath, ['-p', 'process.env.ELECTRON_RUN_AS_NODE'], {
    encoding: 'utf8',
  });
  expect(stdout.trim()).toBe('1');
});
