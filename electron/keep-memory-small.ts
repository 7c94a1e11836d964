import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Clears what only starting needed, and keeps the room that V8 gives itself in proportion to what is in use from then on. By
 * itself it takes up to 100 MB for new objects as soon as thousands of rows go through, and keeps them.
 *
 * Holds the thread up for less than 0.1 s, once. To be called when the program is loaded and at rest: with other flags V8
 * does not take the code that Node brings compiled, and compiles what is loaded later itself. All three flags are read each
 * time they matter, by the threads too, and neither Node nor Electron freezes them (`--no-freeze-flags-after-init`).
 */
export function keepMemorySmall(): void {
  // The room for new objects stays as large as the clearing leaves it. Few of them live on, so that using it up more often
  // costs next to nothing.
  setFlagsFromString('--semi-space-growth-factor=1');
  // Old objects are cleared when there are a quarter as many again as were left the last time.
  setFlagsFromString('--heap-growing-percent=25');
  clearNow();
}

/** As V8 clears when a system runs out of memory: this alone gives room back. */
function clearNow(): void {
  setFlagsFromString('--expose-gc');
  const clear: unknown = runInNewContext('globalThis.gc');
  setFlagsFromString('--no-expose-gc');
  if (typeof clear === 'function') clear({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
