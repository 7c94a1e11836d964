import { app } from 'electron';
import { CUSTOM_SCHEME } from '../../../shared/custom-scheme.ts';
import { setStartAtLogin } from '../login/start-at-login.ts';
import { removeAppImageEntry } from './appimage-entry.ts';
import { windowsCommand } from './register-scheme.ts';

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
