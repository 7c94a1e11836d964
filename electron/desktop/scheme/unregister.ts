import { app } from 'electron';
import { CUSTOM_SCHEME } from '../../../shared/workspace.ts';
import { setStartAtLogin } from '../login/start-at-login.ts';
import { removeAppImageEntry } from './appimage-entry.ts';
import { END_OF_SWITCHES, windowsCommand } from './register-scheme.ts';

/** Starts Callboard only to take away what it has registered with the system. */
const UNREGISTER = '--unregister';

/** Whether this start is one. A link comes after the end of the switches and cannot ask for it. */
export function wantsUnregister(argv: readonly string[]): boolean {
  const end = argv.indexOf(END_OF_SWITCHES);
  return argv.slice(0, end < 0 ? undefined : end).includes(UNREGISTER);
}

/**
 * Takes away what the app itself has registered for this user: its link and its start at login. For those who remove an
 * AppImage or a copied app, which have no uninstaller that would. Nothing of the user's data is touched.
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
