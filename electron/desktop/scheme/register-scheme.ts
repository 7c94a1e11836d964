import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { app } from 'electron';
import { CUSTOM_SCHEME } from '../../../shared/custom-scheme.ts';
import { writeAppImageEntry } from './appimage-entry.ts';
import { END_OF_SWITCHES } from './unregister-switch.ts';

const SCHEME = CUSTOM_SCHEME.slice(0, -1);

/**
 * Makes this app the owner of its scheme where that is done at run time. Windows: always, for its installers write
 * nothing. macOS: the packaged app is in the system's list by its Info.plist, and asks to be the one. Linux: packages
 * bring a .desktop file; an AppImage writes its own. (Electron's own way through xdg-settings fails on some desktops.)
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

/** The program and the arguments that Windows is told; the same are needed to ask whether they are still there. */
export function windowsCommand(): [path: string, args: string[]] {
  const [, script] = process.argv;
  // Started from the sources, the program is Electron and the app its first argument.
  const own = process.defaultApp && script !== undefined ? [resolve(script)] : [];
  return [process.execPath, [...own, END_OF_SWITCHES]];
}
