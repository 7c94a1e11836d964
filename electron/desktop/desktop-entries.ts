import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { CUSTOM_SCHEME } from '../../shared/custom-scheme.ts';
import { errorCode } from '../network/system-error.ts';
import { HIDDEN_SWITCH } from './switches.ts';

const run = promisify(execFile);

const TIMEOUT_MS = 10_000;

/** File name of Callboard's .desktop file, the same for every kind of package. */
export const DESKTOP_ID = 'app.callboard.desktop';

/** Marks a file written by the app itself, for an AppImage has no installer to write or remove it. */
const OWN_KEY = 'X-Callboard-AppImage';

/** Name of the icon, the same for every kind of package: electron-builder names it after the program. */
const ICON_NAME = 'callboard';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Registers this AppImage with the user's desktop as the handler of `app.callboard:` links. Rewrites the file only if it
 * would change, and never one that the app didn't write. Returns whether the file is now the app's own.
 *
 * `appImage`: the AppImage's path, from $APPIMAGE. `icon`: a PNG of 256 by 256 pixels.
 */
export async function writeAppImageEntry(
  appImage: string,
  icon: Uint8Array,
  environment: Environment = process.env,
): Promise<boolean> {
  const path = entryPath(environment);
  const wanted = entryText(appImage);
  const present = await readEntry(path);
  if (present === wanted) return true;
  if (present !== undefined && !isOwn(present)) return false;
  await writeForDesktop(iconPath(environment), icon);
  await writeForDesktop(path, wanted);
  await updateDesktopDatabase(path, environment);
  await runIfInstalled('xdg-mime', ['default', DESKTOP_ID, SCHEME_TYPE], environment);
  return true;
}

/** Removes the file if the app wrote it. Returns whether it did. */
export async function removeAppImageEntry(environment: Environment = process.env): Promise<boolean> {
  const path = entryPath(environment);
  const present = await readEntry(path);
  if (present === undefined || !isOwn(present)) return false;
  await rm(path);
  await rm(iconPath(environment), { force: true });
  await updateDesktopDatabase(path, environment);
  return true;
}

/** Pseudo MIME type of the scheme (shared MIME-info specification, "URI scheme handlers"). */
export const SCHEME_TYPE = `x-scheme-handler/${CUSTOM_SCHEME.slice(0, -1)}`;

function entryText(appImage: string): string {
  return desktopEntry({
    Type: 'Application',
    Name: 'Callboard',
    Comment: 'Have candidates screened by phone',
    // After -- nothing in a link can be parsed as a switch (CVE-2018-1000006).
    Exec: `${execArgument(appImage)} -- %u`,
    Icon: ICON_NAME,
    Terminal: 'false',
    Categories: 'Office;',
    StartupWMClass: 'app.callboard',
    MimeType: `${SCHEME_TYPE};`,
    [OWN_KEY]: 'true',
  });
}

function entryPath(environment: Environment): string {
  return join(dataHome(environment), 'applications', DESKTOP_ID);
}

/** In the theme every other falls back to (Icon Theme Specification, "Directory Layout"). */
function iconPath(environment: Environment): string {
  return join(dataHome(environment), 'icons', 'hicolor', '256x256', 'apps', `${ICON_NAME}.png`);
}

/** The XDG Base Directory Specification says to ignore a relative path. */
function dataHome(environment: Environment): string {
  const data = environment['XDG_DATA_HOME'];
  return data !== undefined && isAbsolute(data) ? data : join(homedir(), '.local', 'share');
}

async function writeForDesktop(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  // The desktop's programs read it, whatever this user's umask.
  await chmod(path, 0o644);
}

async function readEntry(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isOwn(entry: string): boolean {
  return entry.split('\n').includes(`${OWN_KEY}=true`);
}

async function updateDesktopDatabase(path: string, environment: Environment): Promise<void> {
  await runIfInstalled('update-desktop-database', [dirname(path)], environment);
}

/** Does nothing if the desktop lacks the program. */
async function runIfInstalled(
  program: string,
  args: readonly string[],
  environment: Environment,
): Promise<void> {
  try {
    await run(program, [...args], { env: { ...environment }, timeout: TIMEOUT_MS });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}

/**
 * Whether the desktop starts Callboard at login (Desktop Application Autostart Specification). An entry marked as hidden
 * or disabled in the desktop's own settings doesn't count.
 */
export async function isAutostarted(environment: Environment = process.env): Promise<boolean> {
  const entry = await readFile(autostartPath(environment), 'utf8').catch(undefinedIfMissing);
  return (
    entry !== undefined && !/^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(entry)
  );
}

/** Makes the desktop start `program` (a path) hidden when this user logs in. */
export async function writeAutostart(program: string, environment: Environment = process.env): Promise<void> {
  const path = autostartPath(environment);
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
  await rm(autostartPath(environment), { force: true });
}

/** Points an active entry to the running program, after its AppImage was moved or updated. */
export async function renewAutostart(program: string, environment: Environment = process.env): Promise<void> {
  if (await isAutostarted(environment)) await writeAutostart(program, environment);
}

/** The XDG Base Directory Specification says to ignore a relative path. */
function autostartPath(environment: Environment): string {
  const configHome = environment['XDG_CONFIG_HOME'];
  const config = configHome !== undefined && isAbsolute(configHome) ? configHome : join(homedir(), '.config');
  return join(config, 'autostart', DESKTOP_ID);
}

function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}

/**
 * Quotes an argument for a .desktop file's Exec key (Desktop Entry Specification 1.5, "The Exec key" and "Value types").
 * Throws a RangeError for control characters.
 */
export function execArgument(argument: string): string {
  if ([...argument].some((letter) => letter < ' ' || letter === '\u007f')) {
    throw new RangeError('An Exec argument must not contain control characters.');
  }
  const quoted = argument.replaceAll(/["`$\\]/g, '\\$&');
  // First the rule for quoted arguments, then the one for string values, which doubles each backslash again.
  return `"${quoted.replaceAll('\\', '\\\\').replaceAll('%', '%%')}"`;
}

/** The text of a .desktop file, its keys in this order. */
function desktopEntry(keys: Readonly<Record<string, string>>): string {
  const lines = Object.entries(keys).map(([key, value]) => `${key}=${value}`);
  return `${['[Desktop Entry]', ...lines].join('\n')}\n`;
}
