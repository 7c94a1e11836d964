import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { putAside } from '../privacy/put-aside.ts';

/**
 * Writes the content of an open database, whose own file is gone, to a new file at `path`, synced to the disk. With
 * `replaceOther`, first puts the file at `path` aside. Gives the new path of that file, and the inode of the new one.
 */
export function rewriteDatabase(
  db: DatabaseSync,
  path: string,
  replaceOther: boolean,
): { readonly putAside: string | undefined; readonly ino: number } {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.new`;
  rmSync(temporary, { force: true });
  db.prepare('VACUUM INTO ?').run(temporary);
  chmodSync(temporary, 0o600);
  sync(temporary, 'r+');
  const { ino } = statSync(temporary);
  const aside = replaceOther ? putAside(path, new Date()) : undefined;
  renameSync(temporary, path);
  // Windows keeps its folders' entries itself, and lets nobody sync them.
  if (process.platform !== 'win32') sync(folder, 'r');
  return { putAside: aside, ino };
}

/** On Windows, only a file opened for writing can be synced; nowhere can a folder be opened so. */
function sync(path: string, flags: 'r' | 'r+'): void {
  const file = openSync(path, flags);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
