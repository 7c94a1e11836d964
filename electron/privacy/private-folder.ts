import { chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PutAsideFile } from '../../shared/privacy.ts';
import { putAsideKind } from './put-aside.ts';

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
