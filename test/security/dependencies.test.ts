import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

interface Locked {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

/** The app's packages, and those that the benchmark measures against. */
const FOLDERS = [
  {
    folder: '.',
    named: 20,
    // Of electron-builder: copies 7-Zip beside itself, for installers of a kind that is not made here. The set-up lets none run.
    lookedAt: ['node_modules/electron-winstaller'],
  },
  {
    folder: 'test/bench',
    named: 3,
    // Looks for a version of its own that its parents ask for, and warns. scripts/bench.ts lets none run.
    lookedAt: ['node_modules/protobufjs'],
  },
];

describe.each(FOLDERS)('in $folder', ({ folder, named, lookedAt }) => {
  const locked: [string, Locked][] = Object.entries<Locked>(
    read(join(folder, 'package-lock.json')).packages,
  ).filter(([path]) => path !== '');

  test('every dependency is one exact version', () => {
    const { dependencies, devDependencies, optionalDependencies } = read(join(folder, 'package.json'));
    const versions = Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(versions.length).toBeGreaterThanOrEqual(named);
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test('everything that is installed comes from the registry, as the very bytes that were locked', () => {
    expect(locked.length).toBeGreaterThan(300);
    const strange = locked.filter(
      ([, { resolved, integrity }]) =>
        (resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')) ||
        !integrity?.startsWith('sha512-'),
    );
    expect(strange.map(([path]) => path)).toEqual([]);
  });

  test('no package runs a program of its own at installation, but those that were looked at', () => {
    const running = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
    expect(running).toEqual(lookedAt);
  });
});

test('the Node for each system is locked by its hash, and needs no script: npm installs the one that fits', () => {
  const { optionalDependencies } = read('package.json');
  const { packages } = read('package-lock.json');
  const nodes = Object.entries(optionalDependencies).map(([name, version]) => {
    const locked = packages[`node_modules/${name}`];
    expect(locked, name).toMatchObject({
      version,
      optional: true,
      integrity: expect.stringMatching(/^sha512-/),
    });
    expect(locked.bin.node, name).toBe(locked.os === 'win32' ? 'bin/node.exe' : 'bin/node');
    expect(Number(locked.version.split('.')[0]), name).toBeGreaterThanOrEqual(24);
    return `${locked.os} ${locked.cpu}`;
  });
  expect(nodes.sort()).toEqual([
    'darwin arm64',
    'darwin x64',
    'linux arm64',
    'linux x64',
    'win32 arm64',
    'win32 x64',
  ]);
});

test('what the benchmark measures against is installed, whatever a build before it said, and no program of it run', () => {
  expect(readFileSync(join(root, 'scripts/bench.ts'), 'utf8')).toContain(
    "['ci', '--ignore-scripts', '--include=dev',",
  );
});
