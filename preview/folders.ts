import { homedir } from 'node:os';
import { join } from 'node:path';
import { env, platform } from 'node:process';

/** The system's folder for application settings: Electron's `appData`. */
export function appDataFolder(): string {
  if (platform === 'win32') return env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
}

/** The preview's data folder, separate from the installed app's. */
export function defaultUserDataFolder(): string {
  return join(appDataFolder(), 'callboard-preview');
}

/** The key file of the preview's key store: per user, never inside a data folder. */
export function defaultKeyringFile(): string {
  if (platform === 'win32') {
    return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'callboard-preview', 'keyring');
  }
  if (platform === 'darwin') return join(appDataFolder(), 'callboard-preview-keyring', 'keyring');
  return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'callboard-preview', 'keyring');
}
