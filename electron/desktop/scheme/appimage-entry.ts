import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { CUSTOM_SCHEME } from '../../../shared/custom-scheme.ts';
import { desktopEntry, execArgument } from './desktop-entry.ts';

const run = promisify(execFile);

/** How long one of the desktop's own programs may take, ms. */
const PATIENCE_MS = 10_000;

/** The id of Callboard's .desktop file, whoever installed it. */
export const DESKTOP_ID = 'app.callboard.desktop';

/** Marks the file as written by the app itself: an AppImage has no installer that would, and none that takes it away. */
const OWN_MARK = 'X-Callboard-AppImage';

/** The name of the app's icon, and of its windows. */
const ICON_NAME = 'app.callboard';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Tells the desktop that this AppImage opens `app.callboard:` links, for this user. Written again only where the
 * AppImage has moved or changed; a file of that name which is not the app's own is left alone. Answers whether the
 * file is the app's own now.
 *
 * `appImage`: the AppImage's path, as its runtime gives it in $APPIMAGE. `icon`: a PNG of 256 by 256 pixels.
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
  await tellDesktop(path, environment);
  await runIfThere('xdg-mime', ['default', DESKTOP_ID, SCHEME_TYPE], environment);
  return true;
}

/** Takes the app's own file away again; one of another origin stays. Answers whether there was one to take away. */
export async function removeAppImageEntry(environment: Environment = process.env): Promise<boolean> {
  const path = entryPath(environment);
  const present = await readEntry(path);
  if (present === undefined || !isOwn(present)) return false;
  await rm(path);
  await rm(iconPath(environment), { force: true });
  await tellDesktop(path, environment);
  return true;
}

/** The MIME type that stands for a scheme on Linux (shared MIME-info specification, "URI scheme handlers"). */
export const SCHEME_TYPE = `x-scheme-handler/${CUSTOM_SCHEME.slice(0, -1)}`;

function entryText(appImage: string): string {
  return desktopEntry({
    Type: 'Application',
    Name: 'Callboard',
    Comment: 'Have candidates screened by phone',
    // What comes after -- is no switch, whatever a link holds (CVE-2018-1000006).
    Exec: `${execArgument(appImage)} -- %u`,
    Icon: ICON_NAME,
    Terminal: 'false',
    Categories: 'Office;',
    StartupWMClass: ICON_NAME,
    MimeType: `${SCHEME_TYPE};`,
    [OWN_MARK]: 'true',
  });
}

function entryPath(environment: Environment): string {
  return join(dataHome(environment), 'applications', DESKTOP_ID);
}

/** Icon Theme Specification, "Directory Layout": the theme that every other falls back to. */
function iconPath(environment: Environment): string {
  return join(dataHome(environment), 'icons', 'hicolor', '256x256', 'apps', `${ICON_NAME}.png`);
}

/** XDG Base Directory Specification: a relative path counts as none. */
function dataHome(environment: Environment): string {
  const named = environment['XDG_DATA_HOME'];
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), '.local', 'share');
}

async function writeForDesktop(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  // Others of this user's programs read it; the app's umask would keep even the group out.
  await chmod(path, 0o644);
}

async function readEntry(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isOwn(entry: string): boolean {
  return entry.split('\n').includes(`${OWN_MARK}=true`);
}

async function tellDesktop(path: string, environment: Environment): Promise<void> {
  await runIfThere('update-desktop-database', [dirname(path)], environment);
}

/** Desktops without the program find the file by themselves, or not at all: nothing else could be done there. */
async function runIfThere(program: string, args: readonly string[], environment: Environment): Promise<void> {
  try {
    await run(program, [...args], { env: { ...environment }, timeout: PATIENCE_MS });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
}
