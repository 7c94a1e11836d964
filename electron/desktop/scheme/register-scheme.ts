import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { CUSTOM_SCHEME } from '../../../shared/custom-scheme.ts';
import { writeAppImageEntry } from './appimage-entry.ts';
import { END_OF_SWITCHES } from './unregister-switch.ts';

const SCHEME = CUSTOM_SCHEME.slice(0, -1);

/**
 * Registers the app as the handler of its scheme. Windows: always, since the installers don't. macOS: the packaged app is
 * declared in Info.plist and becomes the default handler here. Linux: packages install a .desktop file, an AppImage writes
 * its own. (Electron's API uses xdg-settings, which fails on some desktops.)
 */
export async function registerScheme(): Promise<void> {
  if (process.platform === 'linux') {
    const appImage = process.env['APPIMAGE'];
    if (app.isPackaged && appImage) {
      await writeAppImageEntry(appImage, await readFile(join(import.meta.dirname, 'icons', 'app.png')));
    }
    return;
  }
  if (process.platform === 'win32') app.setAsDefaultProtocolClient(SCHEME, ...windowsCommand());
  else if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME);
}

/** The command registered on Windows; querying and removing the registration need the same arguments. */
export function windowsCommand(): [path: string, args: string[]] {
  const [, script] = process.argv;
  // When run from source, the program is Electron and the app its first argument.
  const own = process.defaultApp && script !== undefined ? [resolve(script)] : [];
  return [process.execPath, [...own, END_OF_SWITCHES]];
}
