import type { HealthState } from '../../shared/diagnostics.ts';

const MIB = 1024 * 1024;

/** With less than this, submissions may soon fail to be stored: a problem. */
const CRITICAL_SPACE = 200 * MIB;

const LOW_SPACE = 1024 * MIB;
/** A write-ahead log larger than this is not being checkpointed. */
const LARGE_WAL = 256 * MIB;

const CLOCK_LOOK_MS = 60_000;
/** Beyond this, sign-in and calling hours fail, ms. */
const CLOCK_PROBLEM_MS = 5 * 60_000;

/** `freeBytes`: available to this user; null if the system doesn't tell. */
export function judgeSpace(freeBytes: number | null): HealthState {
  if (freeBytes === null) return 'look';
  if (freeBytes < CRITICAL_SPACE) return 'problem';
  return freeBytes < LOW_SPACE ? 'look' : 'ok';
}

/** Subtracts the measurement error `precisionMs` before judging. */
export function judgeClock(aheadMs: number, precisionMs: number): HealthState {
  const off = Math.abs(aheadMs) - precisionMs;
  if (off > CLOCK_PROBLEM_MS) return 'problem';
  return off > CLOCK_LOOK_MS ? 'look' : 'ok';
}

export function judgeDatabase(damaged: boolean, walBytes: number): HealthState {
  if (damaged) return 'problem';
  return walBytes > LARGE_WAL ? 'look' : 'ok';
}
