import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type InstalledProgram, whyNotUpdatable } from '../../../electron/updates/installation.ts';
import { temporaryFolder } from '../../temp-folder.ts';

/** An installation with these files in its folder. */
function installed(program: Partial<InstalledProgram>, ...files: readonly string[]): InstalledProgram {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'resources'));
  for (const file of files) writeFileSync(join(folder, file), '');
  return {
    platform: 'linux',
    packaged: true,
    execPath: join(folder, 'callboard'),
    resourcesPath: join(folder, 'resources'),
    env: {},
    ...program,
  };
}

describe('whether an installation can update itself', () => {
  test("a build run from source can't", () => {
    expect(whyNotUpdatable(installed({ packaged: false }))).toBe('not_installed');
  });

  test("on Windows an NSIS installation can, an MSI can't", () => {
    expect(whyNotUpdatable(installed({ platform: 'win32' }, 'Uninstall Callboard.exe'))).toBeUndefined();
    expect(whyNotUpdatable(installed({ platform: 'win32' }, 'resources/app-update.yml'))).toBe('msi');
  });

  test('on macOS one with an update configuration can', () => {
    expect(whyNotUpdatable(installed({ platform: 'darwin' }, 'resources/app-update.yml'))).toBeUndefined();
    expect(whyNotUpdatable(installed({ platform: 'darwin' }))).toBe('unknown_installation');
  });

  test('on Linux an AppImage can; packages belong to the package manager; an unpacked folder is unknown', () => {
    const update = 'resources/app-update.yml';
    const env = { APPIMAGE: '/home/x/Callboard.AppImage' };
    expect(whyNotUpdatable(installed({ env }, update, 'resources/update-key.pem'))).toBeUndefined();
    // Nothing would tell who made the new version.
    expect(whyNotUpdatable(installed({ env }, update))).toBe('no_update_key');
    expect(whyNotUpdatable(installed({}, update, 'resources/package-type'))).toBe('package_manager');
    expect(whyNotUpdatable(installed({ env: { FLATPAK_ID: 'app.callboard' } }))).toBe('package_manager');
    expect(whyNotUpdatable(installed({}, update))).toBe('unknown_installation');
  });
});
