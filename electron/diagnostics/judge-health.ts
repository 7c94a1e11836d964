import type { HealthState } from '../../shared/diagnostics.ts';

const MIB = 1024 * 1024;

/** Less than this and a submission may soon find no place: a problem. */
export const TOO_LITTLE_SPACE = 200 * MIB;
/** Less than this is worth a look. */
export const LITTLE_SPACE = 1024 * MIB;
/** A write-ahead log that has grown beyond this is not being taken up into the database. */
export const LARGE_WAL = 256 * MIB;
/** A clock further off than this is worth a look, ms. */
export const CLOCK_LOOK_MS = 60_000;
/** Further off than this, sign-in and calling hours go wrong, ms. */
export const CLOCK_PROBLEM_MS = 5 * 60_000;

/** `freeBytes`: what this user may still write; null where the system does not say. */
export function judgeSpace(freeBytes: number | null): HealthState {
  if (freeBytes === null) return 'look';
  if (freeBytes < TOO_LITTLE_SPACE) return 'problem';
  return freeBytes < LITTLE_SPACE ? 'look' : 'ok';
}

/** `precisionMs` is given the benefit of the doubt. */
export function judgeClock(aheadMs: number, precisionMs: number): HealthState {
  const off = Math.abs(aheadMs) - precisionMs;
  if (off > CLOCK_PROBLEM_MS) return 'problem';
  return off > CLOCK_LOOK_MS ? 'look' : 'ok';
}

export function judgeDatabase(damaged: boolean, walBytes: number): HealthState {
  if (damaged) return 'problem';
  return walBytes > LARGE_WAL ? 'look' : 'ok';
}
