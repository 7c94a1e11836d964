import { setTimeout } from 'node:timers/promises';

/** How long the process is looked at, ms, and how much of that it may be busy. */
const WATCHED_MS = 250;
const BUSY = 0.1;
/** Reading ahead begins when nothing has been asked for so long, ms (electron/storage/tracked/read-ahead.ts). */
const BEGUN_MS = 500;

/**
 * Waits until the app's storage, which is in this process, has nothing left to do: until it has read ahead, as it does
 * while a person looks at the first list.
 */
export async function atRest(): Promise<void> {
  await setTimeout(BEGUN_MS);
  for (let busy = 1; busy > BUSY; ) {
    const before = process.cpuUsage();
    await setTimeout(WATCHED_MS);
    const { user, system } = process.cpuUsage(before);
    busy = (user + system) / 1000 / WATCHED_MS;
  }
}
