import { existsSync, renameSync } from 'node:fs';

/** Suffixes of a file and, if it is a database, of the files that SQLite keeps beside it. */
const TOGETHER = ['', '-wal', '-shm', '-journal'] as const;

/** A timestamp, plus a number if that name was taken. */
const PUT_ASIDE = /\.(?<why>damaged|outdated|started-over)-[\dT-]{1,40}(?<companion>-wal|-shm|-journal)?$/;

/** `outdated`: written by a version that this one can't migrate from. `started-over`: a person chose to start over. */
export type PutAsideReason = 'damaged' | 'outdated' | 'started-over';

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
