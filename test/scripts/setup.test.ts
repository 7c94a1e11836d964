import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const onPosix = process.platform !== 'win32';
const needs = 'a system whose programs may be scripts: any but Windows';
const SCRIPT = 'scripts/say-node.ts';

/** A project whose set-up has run, and whose Node is `brought`: a shell script, or missing. */
function project({ brought, ownNode = process.execPath }: { brought?: string; ownNode?: string }) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['setup.mjs', 'npm-command.mjs'])
    copyFileSync(join(root, 'scripts', name), join(folder, 'scripts', name));
  writeFileSync(join(folder, SCRIPT), 'console.log(process.execPath, process.argv.slice(2).join());');
  writeFileSync(
    join(folder, 'package.json'),
    '{"optionalDependencies":{"node-elsewhere":"1.0.0","node-here":"1.0.0"}}',
  );
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  const stamp = createHash('sha256').update('{}').digest('hex');
  writeFileSync(join(folder, 'node_modules', '.callboard-setup'), stamp);
  const program = join(folder, 'node_modules', 'node-here', 'bin', 'node');
  if (brought) {
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, brought, { mode: 0o755 });
    chmodSync(program, 0o755);
  }
  // An npm that notes its arguments and installs nothing.
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'npm'), `#!/bin/sh\necho "$@" > "${folder}/npm-arguments"\n`, { mode: 0o755 });
  return {
    program,
    npmArguments: () =>
      existsSync(join(folder, 'npm-arguments'))
        ? readFileSync(join(folder, 'npm-arguments'), 'utf8')
        : undefined,
    run: () =>
      spawnSync(ownNode, [join(folder, 'scripts', 'setup.mjs'), '--then', SCRIPT, 'one', 'two'], {
        encoding: 'utf8',
        env: { ...process.env, PATH: `${programs}${delimiter}${process.env['PATH']}` },
      }),
  };
}

/** A program that says it is this version of Node, and runs everything as the Node of the tests. */
const nodeSaying = (version: string) =>
  `#!/bin/sh\nif [ "$1" = --version ]; then echo ${version}; exit; fi\necho brought\nexec "${process.execPath}" "$@"\n`;

describe.runIf(onPosix)('the Node that scripts run with', { meta: { needs } }, () => {
  test('is the one that npm installed for this system', () => {
    const { run, npmArguments } = project({ brought: nodeSaying('v24.21.0') });
    expect(run().stdout).toBe(`brought\n${process.execPath} one,two\n`);
    expect(npmArguments()).toBeUndefined();
  });

  test.each([
    ['there is none for this system', undefined],
    ["it doesn't start", '#!/no/such/loader\n'],
    ['it ends with an error', '#!/bin/sh\nexit 1\n'],
    ['it is too old', nodeSaying('v20.20.2')],
  ])('is the one that started it, if %s', (_, brought) => {
    const { run } = project(brought === undefined ? {} : { brought });
    expect(run()).toMatchObject({ status: 0, stdout: `${process.execPath} one,two\n` });
  });

  test('is asked for where neither can do, after npm ran without any script of a package', () => {
    const old = join(temporaryFolder(), 'node');
    // The set-up itself runs in this Node, which calls itself an older one when asked.
    writeFileSync(old, nodeSaying('v22.0.0'), { mode: 0o755 });
    const preload = join(temporaryFolder(), 'old.mjs');
    writeFileSync(preload, `process.execPath = ${JSON.stringify(old)};`);
    const starter = join(temporaryFolder(), 'start');
    writeFileSync(starter, `#!/bin/sh\nexec "${process.execPath}" --import "${preload}" "$@"\n`, {
      mode: 0o755,
    });
    const { run, npmArguments } = project({ ownNode: starter });
    const { status, stderr } = run();
    expect(status).toBe(1);
    expect(stderr).toContain('Install Node 24 or newer from nodejs.org, then run the command again.');
    expect(npmArguments()).toBe(
      'ci --ignore-scripts --include=dev --include=optional --no-audit --no-fund --loglevel=error\n',
    );
  });
});
