import { randomBytes } from 'node:crypto';
import { CodedError } from '../../shared/result.ts';

/**
 * How a backup begins (docs/backup.md has the whole format). Bytes: 0-15 the mark, 16 version, 17-19 scrypt's log2 N,
 * r and p, 20-23 zeros, 24-55 salt, 56-62 what all nonces begin with, 63 zero. A seal of 32 bytes follows.
 */
export interface BackupHeader {
  readonly scrypt: ScryptCost;
  readonly salt: Uint8Array;
  readonly noncePrefix: Uint8Array;
}

/** RFC 7914: memory is 128 * N * r bytes. */
export interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

export const HEADER_BYTES = 64;

const MARK = Buffer.from('Callboard backup', 'latin1');
const VERSION = 1;
const [SALT_AT, SALT_BYTES] = [24, 32];
const [PREFIX_AT, PREFIX_BYTES] = [56, 7];

/** 128 MiB, and some half a second: OWASP's "Password Storage Cheat Sheet" for scrypt. */
const COST: ScryptCost = { log2N: 17, r: 8, p: 1 };

/** A file asks for no more than 512 MiB, whatever it says; a cheaper one was not made by Callboard. */
const MOST: ScryptCost = { log2N: 19, r: 8, p: 4 };

export function newHeader(): BackupHeader {
  return { scrypt: COST, salt: randomBytes(SALT_BYTES), noncePrefix: randomBytes(PREFIX_BYTES) };
}

export function writeHeader({ scrypt, salt, noncePrefix }: BackupHeader): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  MARK.copy(bytes);
  bytes.set([VERSION, scrypt.log2N, scrypt.r, scrypt.p], MARK.length);
  bytes.set(salt, SALT_AT);
  bytes.set(noncePrefix, PREFIX_AT);
  return bytes;
}

/**
 * Reads the beginning of a file; `bytes` are its first `HEADER_BYTES`, or all there are. Throws a CodedError
 * `not_a_backup`, `backup_too_new` or `backup_damaged` before anything costly is done.
 */
export function readHeader(bytes: Buffer): BackupHeader {
  if (!bytes.subarray(0, MARK.length).equals(MARK)) throw new CodedError('not_a_backup');
  const [version = 0, log2N = 0, r = 0, p = 0] = bytes.subarray(MARK.length);
  if (version > VERSION) throw new CodedError('backup_too_new');
  const affordable = log2N >= COST.log2N && log2N <= MOST.log2N && r === COST.r && p >= COST.p && p <= MOST.p;
  if (bytes.length < HEADER_BYTES || version !== VERSION || !affordable)
    throw new CodedError('backup_damaged');
  return {
    scrypt: { log2N, r, p },
    salt: bytes.subarray(SALT_AT, SALT_AT + SALT_BYTES),
    noncePrefix: bytes.subarray(PREFIX_AT, PREFIX_AT + PREFIX_BYTES),
  };
}
