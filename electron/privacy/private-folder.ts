import {
  chmodSync,
  type Dirent,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import type { PutAsideFile } from '../../shared/privacy.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Makes a folder and everything in it private to this user: folders 0700, files 0600. Leaves symbolic links alone,
 * because their targets are elsewhere. Does nothing more on Windows, where the profile's own permissions apply.
 */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  if (process.platform === 'win32') return;
  narrow(folder, FOLDER_MODE);
  for (const entry of readdirSync(folder, { withFileTypes: true })) narrowEntry(folder, entry);
}

function narrowEntry(folder: string, entry: Dirent): void {
  const path = join(folder, entry.name);
  if (entry.isDirectory()) makePrivate(path);
  else if (entry.isFile()) narrow(path, FILE_MODE);
}

function narrow(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && (found.mode & 0o777) !== mode) chmodSync(path, mode);
}

/** Files that were put aside, with their journals: nobody knows whose data is in them. */
export function putAsideFiles(folder: string): PutAsideFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && putAsideKind(entry.name) !== undefined)
    .map(({ name }) => ({ name, bytes: lstatSync(join(folder, name)).size }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Deletes put-aside files by name; gives how many. Ignores any other name. */
export function removePutAside(folder: string, names: readonly string[]): number {
  const known = new Set(putAsideFiles(folder).map(({ name }) => name));
  const chosen = [...new Set(names)].filter((name) => name === basename(name) && known.has(name));
  for (const name of chosen) rmSync(join(folder, name));
  return chosen.length;
}

/** Suffixes of a file and, if it is a database, of the files that SQLite keeps beside it. */
const TOGETHER = ['', '-wal', '-shm', '-journal'] as const;

/** A timestamp, plus a number if that name was taken. */
const PUT_ASIDE = /\.(?<why>damaged|outdated|started-over)-[\dT-]{1,40}(?<companion>-wal|-shm|-journal)?$/;

/** `outdated`: written by a version that this one can't migrate from. `started-over`: a person chose to start over. */
type PutAsideReason = 'damaged' | 'outdated' | 'started-over';

/** A name that no file beside `path` has: `callboard.db.damaged-2026-11-21T14-30-00`, in UTC. */
export function asideName(path: string, now: Date, why: PutAsideReason): string {
  const named = `${path}.${why}-${now.toISOString().replaceAll(':', '-').slice(0, 19)}`;
  let aside = named;
  for (let n = 2; TOGETHER.some((end) => existsSync(aside + end)); n += 1) aside = `${named}-${n}`;
  return aside;
}

/** Renames a file and its companions; gives the new path. */
export function putAside(path: string, now: Date, why: PutAsideReason = 'damaged'): string {
  const aside = asideName(path, now, why);
  for (const end of TOGETHER) if (existsSync(path + end)) renameSync(path + end, aside + end);
  return aside;
}

/** Whether a name is that of a file put aside, or of a companion of one; undefined for any other. */
export function putAsideKind(name: string): 'file' | 'companion' | undefined {
  const found = PUT_ASIDE.exec(name);
  if (!found) return undefined;
  return found.groups?.['companion'] === undefined ? 'file' : 'companion';
}

/** Whether a file was put aside undamaged, only because it is too old. */
export function isOutdated(aside: string): boolean {
  return PUT_ASIDE.exec(aside)?.groups?.['why'] === 'outdated';
}

/** Whether a person chose to start over, and put the file aside in doing so. */
export function isStartedOver(aside: string): boolean {
  return PUT_ASIDE.exec(aside)?.groups?.['why'] === 'started-over';
}
