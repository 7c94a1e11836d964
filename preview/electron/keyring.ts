import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { env } from 'node:process';
import { defaultKeyringFile } from '../folders.ts';

/** Path of the key file, or `undefined` if this run simulates a machine without a key store. */
export function keyringFile(): string | undefined {
  const named = env['CALLBOARD_PREVIEW_KEYRING'];
  return named === 'none' ? undefined : named || defaultKeyringFile();
}

/**
 * The keys of 32 bytes, one per line: the first encrypts, the others only decrypt older data. The file is created on
 * first use and readable by this user only.
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
    throw new Error(`${file} contains no valid key of the preview`);
  return [first, ...others];
}

/**
 * Writes to a temporary file and links it, so that of two concurrent processes one wins and neither reads half a key.
 */
function createKey(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, randomBytes(32).toString('base64'), { mode: 0o600 });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
}
