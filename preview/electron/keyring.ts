import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { env } from 'node:process';
import { defaultKeyringFile } from '../folders.ts';

/** Where the key is, or `undefined` when this run acts as a machine without a key store. */
export function keyringFile(): string | undefined {
  const named = env['CALLBOARD_PREVIEW_KEYRING'];
  return named === 'none' ? undefined : named || defaultKeyringFile();
}

/** The 32 bytes that seal everything; made at the first use, and readable by this user only. */
export function keyringKey(file: string): Buffer {
  try {
    return readKey(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    createKey(file);
    return readKey(file);
  }
}

function readKey(file: string): Buffer {
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length !== 32) throw new Error(`${file} holds no key of the preview`);
  return key;
}

/** Written aside and linked: of two processes that start at once one wins, and none reads half a key. */
function createKey(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}
