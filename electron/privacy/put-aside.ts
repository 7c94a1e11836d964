import { existsSync, renameSync } from 'node:fs';

/** Behind a file's name: the file, and what SQLite keeps beside it if it is a database. */
const TOGETHER = ['', '-wal', '-shm', '-journal'] as const;

/** A moment, and a number where that moment had a file already. */
const PUT_ASIDE = /\.(?<why>damaged|outdated)-[\dT-]{1,40}(?<companion>-wal|-shm|-journal)?$/;

/** `damaged`, or written by a version that this one cannot bring up to date. */
export type PutAsideReason = 'damaged' | 'outdated';

/**
 * Puts a file aside, byte for byte, with what belongs to it, and never over another one. Answers where it is now:
 * `callboard.db.damaged-2026-11-21T14-30-00`, in UTC.
 */
export function putAside(path: string, now: Date, why: PutAsideReason = 'damaged'): string {
  const named = `${path}.${why}-${now.toISOString().replaceAll(':', '-').slice(0, 19)}`;
  let aside = named;
  for (let n = 2; TOGETHER.some((end) => existsSync(aside + end)); n += 1) aside = `${named}-${n}`;
  for (const end of TOGETHER) if (existsSync(path + end)) renameSync(path + end, aside + end);
  return aside;
}

/** What a file of this name is: put aside, what belongs to one that was, or neither. */
export function putAsideKind(name: string): 'file' | 'companion' | undefined {
  const found = PUT_ASIDE.exec(name);
  if (!found) return undefined;
  return found.groups?.['companion'] === undefined ? 'file' : 'companion';
}

/** Whether a file that was put aside is whole, and only too old. */
export function isOutdated(aside: string): boolean {
  return PUT_ASIDE.exec(aside)?.groups?.['why'] === 'outdated';
}
