import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  execArgument,
  removeAppImageEntry,
  writeAppImageEntry,
} from '../../../electron/desktop/desktop-entries.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const ICON = Buffer.from('a picture');

/** An empty data folder and an empty PATH. */
function emptyDesktop() {
  const data = temporaryFolder();
  return {
    environment: { XDG_DATA_HOME: data, PATH: '' },
    file: join(data, 'applications', 'app.callboard.desktop'),
    icon: join(data, 'icons', 'hicolor', '256x256', 'apps', 'callboard.png'),
  };
}

describe('the .desktop file of an AppImage', () => {
  test('registers the AppImage for the app’s links, with -- before the link', async () => {
    const { environment, file } = emptyDesktop();
    expect(await writeAppImageEntry('/home/ada/Apps/Callboard 1.0.AppImage', ICON, environment)).toBe(true);
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines[0]).toBe('[Desktop Entry]');
    expect(lines).toContain('Exec="/home/ada/Apps/Callboard 1.0.AppImage" -- %u');
    expect(lines).toContain('MimeType=x-scheme-handler/app.callboard;');
    expect(lines).toContain('Icon=callboard');
  });

  test('is rewritten when the AppImage was moved', async () => {
    const { environment, file } = emptyDesktop();
    await writeAppImageEntry('/old/Callboard.AppImage', ICON, environment);
    await writeAppImageEntry('/new/Callboard.AppImage', ICON, environment);
    expect(readFileSync(file, 'utf8')).toContain('Exec="/new/Callboard.AppImage" -- %u');
  });

  test('never replaces or removes a file that the app did not write', async () => {
    const { environment, file } = emptyDesktop();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '[Desktop Entry]\nName=Mine\n');
    expect(await writeAppImageEntry('/x/Callboard.AppImage', ICON, environment)).toBe(false);
    expect(await removeAppImageEntry(environment)).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('[Desktop Entry]\nName=Mine\n');
  });

  test('is removed together with its icon', async () => {
    const { environment, file, icon } = emptyDesktop();
    await writeAppImageEntry('/x/Callboard.AppImage', ICON, environment);
    expect(readFileSync(icon)).toEqual(ICON);
    expect(await removeAppImageEntry(environment)).toBe(true);
    expect(() => readFileSync(file)).toThrow('ENOENT');
    expect(() => readFileSync(icon)).toThrow('ENOENT');
    expect(await removeAppImageEntry(environment)).toBe(false);
  });

  test('is refused for a path with a line break, which could add another key', async () => {
    const { environment } = emptyDesktop();
    await expect(writeAppImageEntry('/x/a\nExec=evil', ICON, environment)).rejects.toThrow(RangeError);
  });
});

/** Parses a quoted argument as a desktop does: first the string escapes, then the quoting. */
function parseArgument(argument: string): string {
  const text = argument.replaceAll(/\\(.)/g, '$1');
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1').replaceAll('%%', '%');
}

test('parsing a quoted Exec argument gives the original path', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aZ0 "`$\\%/-=é’') }), (path) => {
      expect(parseArgument(execArgument(path))).toBe(path);
    }),
    { numRuns: 500, seed: 5 },
  );
});
