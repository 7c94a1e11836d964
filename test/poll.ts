import { setTimeout as pause } from 'node:timers/promises';

/** Timeout, ms: only a failing test lasts so long, and a busy computer must not fail one. */
const PATIENCE_MS = 20_000;

/** Polls `look` until it returns something other than undefined, null or false; throws on a timeout. */
export async function until<T>(
  what: string,
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error(`Waited ${patienceMs} ms in vain for: ${what}`);
    await pause(5);
  }
}
