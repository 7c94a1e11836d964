import { app } from 'electron';
import { CUSTOM_SCHEME } from '../../../shared/custom-scheme.ts';
import { setStartAtLogin } from '../login/start-at-login.ts';
import { removeAppImageEntry } from './appimage-entry.ts';
import { windowsCommand } from './register-scheme.ts';

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
