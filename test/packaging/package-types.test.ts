import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packedTypeProblems } from '../../scripts/check-package-types.ts';
import { packageTypeProblems } from '../../scripts/packaging/linux-targets.ts';
import { temporaryFolder } from '../temp-folder.ts';

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

describe('the folders out of which a target was built', () => {
  /** A dist/ with both processors' folders; `types` are the contents of their package-type. */
  function dist(...types: readonly (string | undefined)[]): string {
    const folder = temporaryFolder();
    for (const [index, type] of types.entries()) {
      const resources = join(folder, index === 0 ? 'linux-unpacked' : 'linux-arm64-unpacked', 'resources');
      write(join(resources, 'app.asar'), '');
      if (type !== undefined) write(join(resources, 'package-type'), type);
    }
    return folder;
  }

  test('are right if a package names its own kind, and an AppImage none', () => {
    expect(packageTypeProblems(dist('deb', 'deb'), 'deb')).toEqual([]);
    expect(packageTypeProblems(dist(undefined, undefined), 'AppImage')).toEqual([]);
  });

  test('are wrong with what another target left', () => {
    expect(packageTypeProblems(dist('rpm', 'deb'), 'deb')).toEqual([
      'deb: package-type should be deb and is rpm.',
    ]);
    expect(packageTypeProblems(dist(undefined, 'deb'), 'AppImage')).toEqual([
      'AppImage: package-type should be missing and is deb.',
    ]);
    expect(packageTypeProblems(dist(undefined), 'rpm')).toHaveLength(1);
  });
});

const hasDpkg = process.platform === 'linux' && spawnSync('dpkg-deb', ['--version']).status === 0;

describe.runIf(hasDpkg)('finished packages', { meta: { needs: 'the program dpkg-deb' } }, () => {
  function deb(dist: string, type: string): void {
    const tree = join(temporaryFolder(), 'tree');
    const control = ['Package: callboard', 'Version: 1.0.0', 'Architecture: amd64', 'Description: test'];
    write(join(tree, 'DEBIAN/control'), `${control.join('\n')}\nMaintainer: Nobody <nobody@example.com>\n`);
    write(join(tree, 'opt/Callboard/resources/app.asar'), 'archive');
    write(join(tree, 'opt/Callboard/resources/package-type'), type);
    const { status } = spawnSync('dpkg-deb', [
      '--build',
      tree,
      join(dist, 'Callboard-1.0.0-linux-amd64.deb'),
    ]);
    expect(status).toBe(0);
  }

  /** A program that unpacks as an AppImage does. */
  function appImage(dist: string, name: string, unpack: string): void {
    write(join(dist, name), `#!/bin/sh\nmkdir -p squashfs-root/resources\n${unpack}\n`, 0o755);
  }

  const ARCHIVE = 'echo archive > squashfs-root/resources/app.asar';
  const own = `Callboard-1.0.0-linux-${process.arch === 'x64' ? 'x86_64' : 'arm64'}.AppImage`;
  const foreign = `Callboard-1.0.0-linux-${process.arch === 'x64' ? 'arm64' : 'x86_64'}.AppImage`;

  test('are right if a deb says deb and an AppImage says nothing; a missing kind is a problem', () => {
    const dist = temporaryFolder();
    deb(dist, 'deb');
    appImage(dist, own, ARCHIVE);
    appImage(dist, foreign, 'exit 1');
    expect(packedTypeProblems(dist)).toEqual(['There is no rpm to check.']);
  });

  test('are wrong with a leaked type, and if they cannot be unpacked', () => {
    const dist = temporaryFolder();
    deb(dist, 'rpm');
    appImage(dist, own, `${ARCHIVE}; echo deb > squashfs-root/resources/package-type`);
    expect(packedTypeProblems(dist)).toEqual([
      `${own}: AppImage: package-type should be missing and is deb.`,
      'Callboard-1.0.0-linux-amd64.deb: deb: package-type should be deb and is rpm.',
      'There is no rpm to check.',
    ]);
    appImage(dist, own, 'exit 1');
    expect(packedTypeProblems(dist)).toContain(`${own} can't be unpacked.`);
  });
});
