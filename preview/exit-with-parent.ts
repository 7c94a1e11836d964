import { env, exit, kill, platform } from 'node:process';
import { ancestorsUpToNpm } from './process-ancestors.ts';

/** Polling interval, ms. */
const interval = 500;

/**
 * Exits once the parent process, or npm above it, is gone.
 *
 * A killed npm doesn't notify its children, which would keep the port and the lock.
 * `CALLBOARD_PREVIEW_OUTLIVE_PARENT=1` turns this off, for scripts that don't wait for the preview.
 */
export function exitWithParent(): void {
  if (env['CALLBOARD_PREVIEW_OUTLIVE_PARENT'] === '1') return;
  const parent = process.ppid;
  const ancestors = ancestorsUpToNpm(parent);
  // Except on Windows, an orphan gets a new parent at once.
  const hasParent = () => platform === 'win32' || process.ppid === parent;
  setInterval(() => {
    if (!hasParent() || !ancestors.every(isAlive)) exit(1);
  }, interval).unref();
}

function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
