import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { DESKTOP_ID } from '../scheme/appimage-entry.ts';
import { desktopEntry, execArgument } from '../scheme/desktop-entry.ts';
import { HIDDEN_SWITCH } from './hidden-switch.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether the user's desktop starts Callboard at login (Desktop Application Autostart Specification). An entry that is
 * marked as hidden, or turned off in the desktop's own list, starts nothing.
 */
export async function isAutostarted(environment: Environment = process.env): Promise<boolean> {
  const entry = await readFile(entryPath(environment), 'utf8').catch(nothingThere);
  return (
    entry !== undefined && !/^(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(entry)
  );
}

/** Has the desktop start `program` (its path) hidden at login, for this user. */
export async function writeAutostart(program: string, environment: Environment = process.env): Promise<void> {
  const path = entryPath(environment);
  await mkdir(dirname(path), { recursive: true });
  const entry = desktopEntry({
    Type: 'Application',
    Name: 'Callboard',
    Comment: 'Have candidates screened by phone',
    Exec: `${execArgument(program)} ${HIDDEN_SWITCH}`,
    Icon: 'app.callboard',
    Terminal: 'false',
    'X-GNOME-Autostart-enabled': 'true',
  });
  await writeFile(path, entry);
  // The desktop's own programs read it; the app's umask would keep even the group out.
  await chmod(path, 0o644);
}

/** Callboard is started at login no more. */
export async function removeAutostart(environment: Environment = process.env): Promise<void> {
  await rm(entryPath(environment), { force: true });
}

/**
 * After an AppImage was moved or replaced by another version: the entry, where there is one that counts, starts the
 * program that runs now.
 */
export async function renewAutostart(program: string, environment: Environment = process.env): Promise<void> {
  if (await isAutostarted(environment)) await writeAutostart(program, environment);
}

/** XDG Base Directory Specification: a relative path counts as none. */
function entryPath(environment: Environment): string {
  const named = environment['XDG_CONFIG_HOME'];
  const config = named !== undefined && isAbsolute(named) ? named : join(homedir(), '.config');
  return join(config, 'autostart', DESKTOP_ID);
}

function nothingThere(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
