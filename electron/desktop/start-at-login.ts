import { app } from 'electron';
import type { StartAtLogin } from '../../shared/desktop.ts';
import { isAutostarted, removeAutostart, renewAutostart, writeAutostart } from './desktop-entries.ts';
import { asksToStayHidden, HIDDEN_SWITCH } from './switches.ts';

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

/** Whether this process was started at login and should open no window. */
export function startedHidden(): boolean {
  if (asksToStayHidden(process.argv)) return true;
  // macOS passes login items no switches.
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}
