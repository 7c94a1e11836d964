import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  isAutostarted,
  removeAutostart,
  renewAutostart,
  writeAutostart,
} from '../../../electron/desktop/desktop-entries.ts';
import { expectMode } from '../../posix.ts';
import { temporaryFolder } from '../../temp-folder.ts';

function desktop() {
  const config = temporaryFolder();
  const environment = { XDG_CONFIG_HOME: config };
  return { environment, entry: join(config, 'autostart', 'app.callboard.desktop') };
}

test('the entry starts the program hidden until it is removed', async () => {
  const { environment, entry } = desktop();
  expect(await isAutostarted(environment)).toBe(false);
  await writeAutostart('/home/ada/My Apps/Callboard-1.0.AppImage', environment);
  expect(readFileSync(entry, 'utf8')).toContain('Exec="/home/ada/My Apps/Callboard-1.0.AppImage" --hidden\n');
  expectMode(entry, 0o644);
  expect(await isAutostarted(environment)).toBe(true);
  await removeAutostart(environment);
  expect(existsSync(entry)).toBe(false);
  expect(await isAutostarted(environment)).toBe(false);
  await removeAutostart(environment);
});

test('renewing points an existing entry to a moved AppImage and creates none', async () => {
  const { environment, entry } = desktop();
  await renewAutostart('/new/Callboard.AppImage', environment);
  expect(existsSync(entry)).toBe(false);
  await writeAutostart('/old/Callboard.AppImage', environment);
  await renewAutostart('/new/Callboard.AppImage', environment);
  expect(readFileSync(entry, 'utf8')).toContain('Exec="/new/Callboard.AppImage" --hidden\n');
});

test.each(['Hidden=true', 'X-GNOME-Autostart-enabled=false'])(
  'an entry the desktop has disabled (%s) counts as off, and renewing leaves it disabled',
  async (line) => {
    const { environment, entry } = desktop();
    await writeAutostart('/opt/callboard', environment);
    const text = readFileSync(entry, 'utf8').replace(/X-GNOME.*\n/, '');
    writeFileSync(entry, `${text}${line}\n`);
    expect(await isAutostarted(environment)).toBe(false);
    await renewAutostart('/new/callboard', environment);
    expect(readFileSync(entry, 'utf8')).toContain(line);
  },
);
