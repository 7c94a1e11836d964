import { statSync } from 'node:fs';
import { expect } from 'vitest';

/** Whether this system has the permissions, signals and pipes of POSIX. Windows has not. */
export const isPosix = process.platform !== 'win32';

/** How a process ends that sends itself SIGKILL. Windows has no signals: it ends with code 1. */
export const KILLED_ITSELF = isPosix ? { code: null, signal: 'SIGKILL' } : { code: 1, signal: null };

/**
 * Expects these permission bits of a file, in a test about more than that. On Windows, files have access lists instead,
 * which they inherit from the person's own folder.
 */
export function expectMode(path: string, mode: number): void {
  if (isPosix) expect([path, statSync(path).mode & 0o777]).toEqual([path, mode]);
}
