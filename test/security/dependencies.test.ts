import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));

/** `node` puts its program in place; `electron-winstaller`, of electron-builder, copies 7-Zip beside itself. */
const LOOKED_AT = ['node_modules/electron-winstaller', 'node_modules/node'];

interface Locked {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

const locked: [string, Locked][] = Object.entries<Locked>(read('package-lock.json').packages).filter(
  ([path]) => path !== '',
);

test('every dependency is one exact version', () => {
  const { dependencies = {}, devDependencies } = read('package.json');
  const versions = Object.values({ ...dependencies, ...devDependencies });
  expect(versions.length).toBeGreaterThan(20);
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
  expect(running).toEqual(LOOKED_AT);
});
