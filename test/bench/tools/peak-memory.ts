import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const PROBE = join(import.meta.dirname, 'peak-memory-probe.cjs');

/** Surroundings in which a program of Node writes to `file`, when it ends, how much memory it had at most. */
export function watchPeak(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--require=${PROBE}`, PEAK_MEMORY_FILE: file };
}

/** What was written, bytes; throws where the program did not end by itself. */
export function readPeak(file: string): number {
  const peak = Number.parseInt(readFileSync(file, 'utf8'), 10);
  rmSync(file);
  return peak;
}
