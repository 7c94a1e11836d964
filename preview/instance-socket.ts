import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';

/**
 * The files of the instance on `userData` (which must exist): the socket for messages, and the lock that decides who is
 * first. The lock isn't in the data folder, so it stays locked if that is removed.
 *
 * They are named after the folder's real path, in a folder that only this user can access; throws if someone else owns
 * that.
 */
export function instanceFiles(userData: string): { readonly socket: string; readonly lock: string } {
  const name = createHash('sha256').update(realpathSync(userData)).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `callboard-preview-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, `${name}.lock`);
  if (platform === 'win32') return { socket: `\\\\.\\pipe\\callboard-preview-${name}`, lock };
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== userInfo().uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} must be a folder that only you can enter. Remove it and start again.`);
  }
  return { socket: join(folder, `${name}.sock`), lock };
}

/** In characters; far more than any launch sends. */
const maxLineLength = 1_000_000;

/** The next line from `socket`; rejects if it closes before, or the line is too long. */
export function nextLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('The connection ended before a complete line'));
    if (socket.destroyed) ended();
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const [line, ...rest] = text.split('\n');
      if (line !== undefined && rest.length > 0) resolve(line);
      else if (text.length > maxLineLength) socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', ended);
  });
}
