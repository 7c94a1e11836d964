import { env, exit, kill, platform } from 'node:process';
import { startersOf } from './ancestors.ts';

/** How often the starters are looked for, in milliseconds. */
const interval = 500;

/**
 * Ends this process, as a kill would, once a process that started it is gone.
 *
 * A killed `npm` tells its children nothing; what it started would keep port and lock. `CALLBOARD_PREVIEW_OUTLIVE_PARENT=1`
 * turns this off, for a start from a script that goes on without waiting.
 */
export function endWithParent(): void {
  if (env['CALLBOARD_PREVIEW_OUTLIVE_PARENT'] === '1') return;
  const parent = process.ppid;
  const starters = startersOf(parent);
  // Elsewhere an orphan gets another parent at once; Windows keeps naming the dead one.
  const hasParent = () => platform === 'win32' || process.ppid === parent;
  setInterval(() => {
    if (!hasParent() || !starters.every(isAlive)) exit(1);
  }, interval).unref();
}

function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
