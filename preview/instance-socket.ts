import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';

/**
 * Where the instance on `userData` (which must exist) listens for later ones.
 *
 * Named after the folder's real path, in a folder that only this user can enter; throws when somebody else made that one.
 */
export function instanceSocketPath(userData: string): string {
  const name = createHash('sha256').update(realpathSync(userData)).digest('hex').slice(0, 16);
  if (platform === 'win32') return `\\\\.\\pipe\\callboard-preview-${name}`;
  const folder = join(tmpdir(), `callboard-preview-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== userInfo().uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} must be a folder that only you can enter. Remove it and start again.`);
  }
  return join(folder, `${name}.sock`);
}

/** More than any start has to say, in characters. */
const longestLine = 1_000_000;

/** The next line that comes over `socket`; rejects when it ends before one, or the line is too long to be meant. */
export function nextLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The connection ended before a line came'));
    if (socket.destroyed) ended();
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const [line, ...rest] = text.split('\n');
      if (line !== undefined && rest.length > 0) resolve(line);
      else if (text.length > longestLine) socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', ended);
  });
}
