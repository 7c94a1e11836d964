/**
 * Loaded before a program of Node (`--import`): notes how late its main thread comes to its timers, and writes it to the
 * file LOOP_LATENESS_FILE when the program ends.
 */
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
const file = process.env['LOOP_LATENESS_FILE'];

if (file && isMainThread) {
  /** Moment (UTC ms) and lateness (ms), in turn. */
  const noted: number[] = [];
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    noted.push(Date.now(), Math.round((now - last - EVERY_MS) * 10) / 10);
    last = now;
  }, EVERY_MS).unref();
  process.once('exit', () => writeFileSync(file, JSON.stringify(noted)));
}
