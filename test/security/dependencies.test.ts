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
    // `node` puts its program in place; `electron-winstaller`, of electron-builder, copies 7-Zip beside itself.
    lookedAt: ['node_modules/electron-winstaller', 'node_modules/node'],
  },
  {
    folder: 'test/bench',
    named: 3,
    // Looks for a version of its own that its parents ask for, and warns; scripts/bench.ts lets none run anyhow.
    lookedAt: ['node_modules/protobufjs'],
  },
];

describe.each(FOLDERS)('in $folder', ({ folder, named, lookedAt }) => {
  const locked: [string, Locked][] = Object.entries<Locked>(
    read(join(folder, 'package-lock.json')).packages,
  ).filter(([path]) => path !== '');

  test('every dependency is one exact version', () => {
    const { dependencies = {}, devDependencies = {} } = read(join(folder, 'package.json'));
    const versions = Object.values({ ...dependencies, ...devDependencies });
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

test('what the benchmark measures against is installed, whatever a build before it said, and no program of it run', () => {
  expect(readFileSync(join(root, 'scripts/bench.ts'), 'utf8')).toContain(
    "['ci', '--ignore-scripts', '--include=dev',",
  );
});
