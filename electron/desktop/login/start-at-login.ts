import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { app } from 'electron';
import type { StartAtLogin } from '../../../shared/desktop.ts';
import { errorCode } from '../../network/system-error.ts';
import { DESKTOP_ID, ICON_NAME } from '../scheme/appimage-entry.ts';
import { desktopEntry, execArgument } from '../scheme/desktop-entry.ts';
import { HIDDEN_SWITCH } from './hidden-switch.ts';

/** Windows finds the login item by its path and arguments. */
const LOGIN_ITEM = { path: process.execPath, args: [HIDDEN_SWITCH] };

/** Whether Callboard starts at login, as the system reports it: people can change it there, too. */
export async function startAtLogin(): Promise<StartAtLogin> {
  const why = unavailableReason();
  if (why !== undefined) return { kind: 'unavailable', why };
  if (process.platform === 'linux') return { kind: (await isAutostarted()) ? 'on' : 'off' };
  const settings = app.getLoginItemSettings(LOGIN_ITEM);
  const blocked =
    process.platform === 'darwin'
      ? settings.status === 'requires-approval'
      : settings.openAtLogin && !settings.executableWillLaunchAtLogin;
  return { kind: blocked ? 'blocked' : settings.openAtLogin ? 'on' : 'off' };
}

/** Turns starting at login (hidden) on or off; returns the state the system then reports. */
export async function setStartAtLogin(on: boolean): Promise<StartAtLogin> {
  if (unavailableReason() === undefined) {
    if (process.platform !== 'linux') app.setLoginItemSettings({ ...LOGIN_ITEM, openAtLogin: on });
    else if (on) await writeAutostart(program());
    else await removeAutostart();
  }
  return startAtLogin();
}

/** Updates the login entry of an AppImage that was moved. */
export async function renewStartAtLogin(): Promise<void> {
  if (process.platform === 'linux' && unavailableReason() === undefined) await renewAutostart(program());
}

function unavailableReason(): 'not_installed' | 'flatpak' | undefined {
  if (!app.isPackaged) return 'not_installed';
  return process.env['FLATPAK_ID'] === undefined ? undefined : 'flatpak';
}

/** An AppImage's execPath is in a temporary mount, so its login entry names the AppImage file. */
function program(): string {
  return process.env['APPIMAGE'] || process.execPath;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether the desktop starts Callboard at login (Desktop Application Autostart Specification). An entry marked as hidden
 * or disabled in the desktop's own settings doesn't count.
 */
export async function isAutostarted(environment: Environment = process.env): Promise<boolean> {
  const entry = await readFile(entryPath(environment), 'utf8').catch(undefinedIfMissing);
  return (
    entry !== undefined && !/^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(entry)
  );
}

/** Makes the desktop start `program` (a path) hidden when this user logs in. */
export async function writeAutostart(program: string, environment: Environment = process.env): Promise<void> {
  const path = entryPath(environment);
  await mkdir(dirname(path), { recursive: true });
  const entry = desktopEntry({
    Type: 'Application',
    Name: 'Callboard',
    Comment: 'Have candidates screened by phone',
    Exec: `${execArgument(program)} ${HIDDEN_SWITCH}`,
    Icon: ICON_NAME,
    Terminal: 'false',
    'X-GNOME-Autostart-enabled': 'true',
  });
  await writeFile(path, entry);
  // The desktop's programs read it, whatever this user's umask.
  await chmod(path, 0o644);
}

export async function removeAutostart(environment: Environment = process.env): Promise<void> {
  await rm(entryPath(environment), { force: true });
}

/** Points an active entry to the running program, after its AppImage was moved or updated. */
export async function renewAutostart(program: string, environment: Environment = process.env): Promise<void> {
  if (await isAutostarted(environment)) await writeAutostart(program, environment);
}

/** The XDG Base Directory Specification says to ignore a relative path. */
function entryPath(environment: Environment): string {
  const configHome = environment['XDG_CONFIG_HOME'];
  const config = configHome !== undefined && isAbsolute(configHome) ? configHome : join(homedir(), '.config');
  return join(config, 'autostart', DESKTOP_ID);
}

function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
