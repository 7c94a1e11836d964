import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto';
import { CodedError } from '../../shared/result.ts';
import { HEADER_BYTES, newHeader, readHeader, writeHeader } from './backup-header.ts';
import { type BackupKeys, deriveKeys, sealOfHeader } from './backup-keys.ts';
import { ByteBlocks } from './byte-blocks.ts';

/*
 * The STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár: "Online Authenticated-Encryption and its Nonce-Reuse
 * Misuse-Resistance", 2015) over AES-256-GCM: each chunk's nonce has its number and whether it is the last, the sealed
 * header goes into each as associated data. A chunk that is changed, moved, taken from another file, left out or added
 * cannot be opened.
 */

/** Bytes of content per chunk. */
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const SEAL_BYTES = 32;
const MOST_CHUNKS = 2 ** 32;

/** The content as the bytes of a backup file, piece by piece. */
export async function* seal(
  content: AsyncIterable<Uint8Array>,
  passphrase: string,
  derive = deriveKeys,
): AsyncGenerator<Buffer, void> {
  const header = newHeader();
  const bytes = writeHeader(header);
  const keys = await derive(passphrase, header);
  const sealed = Buffer.concat([bytes, sealOfHeader(bytes, keys)]);
  const chunk = { keys, prefix: header.noncePrefix, sealed };
  const blocks = new ByteBlocks(content);
  try {
    yield sealed;
    for (let number = 0, last = false; !last; number += 1) {
      const block = await blocks.take(CHUNK_BYTES);
      last = await blocks.atEnd();
      yield sealChunk(block, { ...chunk, number, last });
    }
  } finally {
    await blocks.close();
  }
}

/**
 * The content of a backup file, each chunk proven before it is given. Throws CodedErrors: those of `readHeader`,
 * `wrong_passphrase`, and `backup_damaged` where what was given so far is not all of it or something is wrong.
 */
export async function* unseal(
  file: AsyncIterable<Uint8Array>,
  passphrase: string,
  derive = deriveKeys,
): AsyncGenerator<Buffer, void> {
  const blocks = new ByteBlocks(file);
  try {
    const bytes = await blocks.take(HEADER_BYTES);
    const header = readHeader(bytes);
    const stored = await blocks.take(SEAL_BYTES);
    if (stored.length < SEAL_BYTES) throw new CodedError('backup_damaged');
    const keys = await derive(passphrase, header);
    if (!timingSafeEqual(stored, sealOfHeader(bytes, keys))) throw new CodedError('wrong_passphrase');
    const chunk = { keys, prefix: header.noncePrefix, sealed: Buffer.concat([bytes, stored]) };
    for (let number = 0, last = false; !last; number += 1) {
      const block = await blocks.take(CHUNK_BYTES + TAG_BYTES);
      last = await blocks.atEnd();
      yield openChunk(block, { ...chunk, number, last });
    }
  } finally {
    await blocks.close();
  }
}

interface Chunk {
  readonly keys: BackupKeys;
  readonly prefix: Uint8Array;
  /** The header with its seal. */
  readonly sealed: Buffer;
  readonly number: number;
  readonly last: boolean;
}

function sealChunk(content: Buffer, chunk: Chunk): Buffer {
  const cipher = createCipheriv('aes-256-gcm', chunk.keys.content, nonceOf(chunk));
  cipher.setAAD(chunk.sealed);
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(block: Buffer, chunk: Chunk): Buffer {
  if (block.length < TAG_BYTES) throw new CodedError('backup_damaged');
  const end = block.length - TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', chunk.keys.content, nonceOf(chunk), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(chunk.sealed);
  decipher.setAuthTag(block.subarray(end));
  try {
    return Buffer.concat([decipher.update(block.subarray(0, end)), decipher.final()]);
  } catch (error) {
    throw new CodedError('backup_damaged', { cause: error });
  }
}

/** 7 bytes of the file, 4 of the chunk's number, 1 that says whether it is the last. */
function nonceOf({ prefix, number, last }: Chunk): Buffer {
  if (number >= MOST_CHUNKS) throw new Error('A backup has at most 2^32 chunks.');
  const nonce = Buffer.alloc(12);
  nonce.set(prefix);
  nonce.writeUInt32BE(number, 7);
  nonce[11] = Number(last);
  return nonce;
}
