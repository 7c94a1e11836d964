import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';

const root = join(import.meta.dirname, '../..');
/** Builds the app if it has changed. */
const TIMEOUT_MS = 120_000;

/** Runs `npm start`'s script with a stand-in for Electron that prints its arguments. */
function start(...flags: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const folder = temporaryFolder();
  const program = join(folder, 'electron');
  writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "Electron:" "$@"\n');
  chmodSync(program, 0o755);
  const env = { ...process.env, DISPLAY: ':1', ELECTRON_OVERRIDE_DIST_PATH: folder };
  const script = join(root, 'scripts', 'start.ts');
  return spawnSync(process.execPath, [script, ...flags], { env, encoding: 'utf8', timeout: TIMEOUT_MS });
}

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'as root on Linux',
  { meta: { needs: 'root on Linux' }, timeout: TIMEOUT_MS },
  () => {
    test('says why Electron would not start, what to do, and opens the preview', () => {
      const { status, stdout, stderr } = start('--help');
      expect(stderr).toContain("Electron doesn't start as root");
      expect(stderr).toContain(
        'Start Callboard as an ordinary user.\nStarting the preview in a browser instead.',
      );
      expect(stdout).toContain('npm run preview');
      expect(stdout).not.toContain('Electron:');
      expect(status).toBe(0);
    });

    test('starts Electron if asked to go without a sandbox, with the flags that it knows', () => {
      const { status, stdout } = start('--no-sandbox', '--port', '1', '--no-open', '--user-data', '/data');
      expect(stdout.trim().split('\n')).toEqual(['Electron:', root, '--no-sandbox', '--user-data-dir=/data']);
      expect(status).toBe(0);
    });
  },
);
