import { stat } from 'node:fs/promises';
import { shell } from 'electron';
import { isLoopback } from '../../shared/workspace.ts';
import type { SystemBrowser } from '../auth/ports.ts';

/** An address that must not be handed to the operating system. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/**
 * The system's browser. Only https, and http on this computer itself, ever reaches `shell.openExternal`: `file:`,
 * `smb:`, UNC paths and programs' own schemes would start things (Electron security checklist, point 15).
 */
export const systemBrowser: SystemBrowser = {
  async open(address) {
    const url = URL.parse(address);
    const allowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
    if (!allowed) throw new AddressRefusedError('Callboard opens only https addresses.');
    await shell.openExternal(url.href);
  },
};

/** Shows one of the app's own folders. A file would be started, so it is looked at first. */
export async function openFolder(path: string): Promise<void> {
  const found = await stat(path);
  if (!found.isDirectory()) throw new AddressRefusedError('Callboard opens only folders.');
  const problem = await shell.openPath(path);
  if (problem !== '') throw new Error('The folder could not be shown.');
}
