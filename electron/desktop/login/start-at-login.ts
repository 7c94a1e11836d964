import { app } from 'electron';
import type { StartAtLogin } from '../../../shared/desktop.ts';
import { isAutostarted, removeAutostart, renewAutostart, writeAutostart } from './autostart-entry.ts';
import { HIDDEN_SWITCH } from './hidden-switch.ts';

/** What Windows compares its entries with: the program and the switch that we give it. */
const LOGIN_ITEM = { path: process.execPath, args: [HIDDEN_SWITCH] };

/** Whether Callboard starts at login: what the system says, which may have been changed there. */
export async function startAtLogin(): Promise<StartAtLogin> {
  const why = whyNot();
  if (why !== undefined) return { kind: 'unavailable', why };
  if (process.platform === 'linux') return { kind: (await isAutostarted()) ? 'on' : 'off' };
  const { openAtLogin, executableWillLaunchAtLogin, status } = app.getLoginItemSettings(LOGIN_ITEM);
  const blocked =
    process.platform === 'darwin'
      ? status === 'requires-approval'
      : openAtLogin && !executableWillLaunchAtLogin;
  return { kind: blocked ? 'blocked' : openAtLogin ? 'on' : 'off' };
}

/** Has the system start Callboard at login, hidden, or no more; answers what it says then. */
export async function setStartAtLogin(on: boolean): Promise<StartAtLogin> {
  if (whyNot() === undefined) {
    if (process.platform !== 'linux') app.setLoginItemSettings({ ...LOGIN_ITEM, openAtLogin: on });
    else if (on) await writeAutostart(program());
    else await removeAutostart();
  }
  return startAtLogin();
}

/** The entry of an AppImage follows it where it is moved to. */
export async function renewStartAtLogin(): Promise<void> {
  if (process.platform === 'linux' && whyNot() === undefined) await renewAutostart(program());
}

function whyNot(): 'not_installed' | 'flatpak' | undefined {
  if (!app.isPackaged) return 'not_installed';
  return process.env['FLATPAK_ID'] === undefined ? undefined : 'flatpak';
}

/** An AppImage runs from a place that is gone when it ends: what is started is the AppImage itself. */
function program(): string {
  return process.env['APPIMAGE'] || process.execPath;
}
