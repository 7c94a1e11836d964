import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';

const PROBE = pathToFileURL(`${import.meta.dirname}/loop-lateness.ts`).href;

/** Surroundings in which a program of Node writes to `file` how late its event loop was. */
export function watchLoop(file: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${PROBE}`, LOOP_LATENESS_FILE: file };
}

/** What was written: how late the loop was between two moments (UTC ms), in ms. */
export function loopLateness(file: string, from: number, until: number): number[] {
  const noted = z.array(z.number()).parse(JSON.parse(readFileSync(file, 'utf8')));
  const late: number[] = [];
  for (let at = 0; at < noted.length; at += 2) {
    const [moment = 0, lateness = 0] = noted.slice(at, at + 2);
    // A moment tells when the wait was over.
    if (moment >= from && moment - lateness <= until) late.push(Math.max(0, lateness));
  }
  return late;
}
