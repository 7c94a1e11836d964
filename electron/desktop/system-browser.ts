import { lstat, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { powerMonitor, shell } from 'electron';
import { opensInViewer } from '../../shared/desktop.ts';
import { isLoopback } from '../../shared/workspace.ts';
import type { SystemBrowser } from '../auth/session.ts';

/** A URL or path that must not be passed to the operating system. */
class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/**
 * The system's browser. Only https, and http on loopback, reaches `shell.openExternal`: `file:`, `smb:`, UNC paths and
 * custom schemes could start programs (Electron security checklist, point 15).
 */
export const systemBrowser: SystemBrowser = {
  async open(address) {
    const url = URL.parse(address);
    const allowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
    if (!allowed) throw new AddressRefusedError('Callboard opens only https addresses.');
    await shell.openExternal(url.href);
  },
};

/** Opens a document in the system's viewer; answers the system's words if that fails. Never a program, nor a link to one. */
export async function openDocument(path: string): Promise<string> {
  const found = await lstat(path);
  if (!found.isFile() || !opensInViewer(path)) {
    throw new AddressRefusedError('Callboard opens only documents.');
  }
  return shell.openPath(path);
}

/** Opens one of the app's folders in the file manager. `openPath` would run a file, so this checks first. */
export async function openFolder(path: string): Promise<void> {
  const found = await stat(path);
  if (!found.isDirectory()) throw new AddressRefusedError('Callboard opens only folders.');
  const problem = await shell.openPath(path);
  if (problem !== '') throw new Error("Couldn't open the folder.");
}

/** Tracks whether the computer is asleep or about to be; calls `onWake` when it wakes up. */
export function trackSleep(onWake: () => void): { readonly asleep: boolean } {
  let asleep = false;
  powerMonitor.on('suspend', () => {
    asleep = true;
  });
  powerMonitor.on('resume', () => {
    asleep = false;
    onWake();
  });
  return {
    get asleep() {
      return asleep;
    },
  };
}

/** The person's account on this computer; empty if the system knows none, as in some containers. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    // The only documented error: there is no user name (nodejs.org/api/os.html#osuserinfooptions).
    if (error instanceof Error && 'code' in error) return '';
    throw error;
  }
}
