import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { npmCommand } from '../../scripts/npm-command.mjs';
import { temporaryFolder } from '../temp-folder.ts';

test('on POSIX npm is a program like any other', () => {
  expect(npmCommand({ platform: 'linux', env: { npm_execpath: '/x/npm-cli.js' } })).toEqual(['npm']);
});

describe('on Windows, where a shell would split paths with spaces,', () => {
  const platform = 'win32';

  test('npm is run by the Node that runs the npm script', () => {
    const env = {
      npm_execpath: 'C:\\Program Files\\npm-cli.js',
      npm_node_execpath: 'C:\\Program Files\\node.exe',
    };
    expect(npmCommand({ platform, env })).toEqual([
      'C:\\Program Files\\node.exe',
      'C:\\Program Files\\npm-cli.js',
    ]);
  });

  test('outside a script it is the npm beside this Node', () => {
    const folder = temporaryFolder();
    const cli = join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js');
    mkdirSync(dirname(cli), { recursive: true });
    writeFileSync(cli, '');
    const execPath = join(folder, 'node.exe');
    expect(npmCommand({ platform, env: {}, execPath })).toEqual([execPath, cli]);
  });

  test('a Node without npm says what to do', () => {
    const execPath = join(temporaryFolder(), 'node.exe');
    expect(() => npmCommand({ platform, env: {}, execPath })).toThrow('npm run');
  });
});
