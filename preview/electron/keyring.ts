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

/**
 * The keys, 32 bytes each, a line each: the first seals everything, the others open what was sealed before it took
 * their place. Made at the first use, and readable by this user only.
 */
export function keyringKeys(file: string): readonly [Buffer, ...Buffer[]] {
  try {
    return readKeys(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    createKey(file);
    return readKeys(file);
  }
}

function readKeys(file: string): readonly [Buffer, ...Buffer[]] {
  const [first = Buffer.alloc(0), ...others] = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Buffer.from(line, 'base64'));
  if ([first, ...others].some((key) => key.length !== 32))
    throw new Error(`${file} holds no key of the preview`);
  return [first, ...others];
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
