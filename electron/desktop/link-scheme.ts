import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { app } from 'electron';
import { CUSTOM_SCHEME } from '../../shared/custom-scheme.ts';
import type { SchemeOwner } from '../diagnostics/connection-check.ts';
import { errorCode } from '../network/system-error.ts';
import { DESKTOP_ID, removeAppImageEntry, SCHEME_TYPE, writeAppImageEntry } from './desktop-entries.ts';
import { setStartAtLogin } from './start-at-login.ts';
import { END_OF_SWITCHES } from './switches.ts';

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
function windowsCommand(): [path: string, args: string[]] {
  const [, script] = process.argv;
  // When run from source, the program is Electron and the app its first argument.
  const own = process.defaultApp && script !== undefined ? [resolve(script)] : [];
  return [process.execPath, [...own, END_OF_SWITCHES]];
}

/**
 * Removes the app's link handler and login entry for this user, for people who delete an AppImage or a copied app, which
 * have no uninstaller. Leaves user data alone.
 */
export async function unregister(): Promise<void> {
  await setStartAtLogin(false);
  if (process.platform === 'linux') {
    await removeAppImageEntry();
    return;
  }
  const scheme = CUSTOM_SCHEME.slice(0, -1);
  if (process.platform === 'win32') app.removeAsDefaultProtocolClient(scheme, ...windowsCommand());
  else app.removeAsDefaultProtocolClient(scheme);
}

const TIMEOUT_MS = 10_000;

/** The program that handles `app.callboard:` links. */
export async function schemeOwner(): Promise<SchemeOwner> {
  return process.platform === 'linux' ? ownerByXdgMime() : ownerByElectron();
}

async function ownerByElectron(): Promise<SchemeOwner> {
  const scheme = CUSTOM_SCHEME.slice(0, -1);
  const own =
    process.platform === 'win32'
      ? app.isDefaultProtocolClient(scheme, ...windowsCommand())
      : app.isDefaultProtocolClient(scheme);
  if (own) return { kind: 'callboard' };
  try {
    const { name, path } = await app.getApplicationInfoForProtocol(`${CUSTOM_SCHEME}//`);
    return { kind: 'other', name: name || path };
  } catch {
    // Electron rejects if no program is registered.
    return { kind: 'nobody' };
  }
}

async function ownerByXdgMime(): Promise<SchemeOwner> {
  try {
    const { stdout } = await promisify(execFile)('xdg-mime', ['query', 'default', SCHEME_TYPE], {
      timeout: TIMEOUT_MS,
    });
    const id = stdout.trim();
    if (id === '') return { kind: 'nobody' };
    return id === DESKTOP_ID ? { kind: 'callboard' } : { kind: 'other', name: id };
  } catch (error) {
    return { kind: 'unknown', missing: errorCode(error) === 'ENOENT' };
  }
}
