import { createHmac, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import type { BackupHeader } from './backup-header.ts';

export interface BackupKeys {
  /** AES-256. */
  readonly content: Buffer;
  /** HMAC-SHA-256 over the header: a passphrase is known to be wrong before anything else is read. */
  readonly header: Buffer;
}

const KEY_BYTES = 32;

const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt);

/** The keys of a passphrase. Letters that look the same on all keyboards and systems are the same (NFKC). */
export async function deriveKeys(
  passphrase: string,
  { salt, scrypt: { log2N, r, p } }: Pick<BackupHeader, 'salt' | 'scrypt'>,
): Promise<BackupKeys> {
  const N = 2 ** log2N;
  // What scrypt needs, and a little more: Node refuses from 32 MiB on without being told.
  const maxmem = 128 * r * (N + p + 2);
  const bytes = await derive(passphrase.normalize('NFKC'), salt, 2 * KEY_BYTES, { N, r, p, maxmem });
  return { content: bytes.subarray(0, KEY_BYTES), header: bytes.subarray(KEY_BYTES) };
}

/** The seal of a header. */
export function sealOfHeader(header: Uint8Array, keys: BackupKeys): Buffer {
  return createHmac('sha256', keys.header).update(header).digest();
}
