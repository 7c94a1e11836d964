import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { errorCode } from '../../network/system-error.ts';
import { DESKTOP_ID, ICON_NAME } from '../scheme/appimage-entry.ts';
import { desktopEntry, execArgument } from '../scheme/desktop-entry.ts';
import { HIDDEN_SWITCH } from './hidden-switch.ts';

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
