import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { putAside } from '../privacy/put-aside.ts';

/**
 * Writes all that an open database knows to a new file at `path`, on the disk when it returns; `db` can still be read,
 * though its own file is gone. What lies at `path` is put aside where it is `another`; answers where, and the number of
 * the new file.
 */
export function rewriteDatabase(
  db: DatabaseSync,
  path: string,
  another: boolean,
): { readonly putAside: string | undefined; readonly ino: number } {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const growing = `${path}.new`;
  rmSync(growing, { force: true });
  db.prepare('VACUUM INTO ?').run(growing);
  chmodSync(growing, 0o600);
  sync(growing);
  const { ino } = statSync(growing);
  const aside = another ? putAside(path, new Date()) : undefined;
  renameSync(growing, path);
  sync(folder);
  return { putAside: aside, ino };
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
