import { setTimeout as pause } from 'node:timers/promises';

/** How long a state is waited for that must come, ms. */
const PATIENCE_MS = 8000;

/** Waits until `look` gives something other than undefined, null or false, and gives that; throws when it never does. */
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
