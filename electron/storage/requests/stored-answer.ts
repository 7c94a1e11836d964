import type { DatabaseSync } from 'node:sqlite';
import { deflateSync, inflateSync, constants as zlib } from 'node:zlib';
import { integer, one, type Row, upsert } from '../operation.ts';

/** Limits decompression, so that a malicious backup can't exhaust memory; the service's answers have at most 8 MiB. */
const LONGEST_ANSWER_BYTES = 32 * 1024 * 1024;

/** The last answer to a request, verbatim; null before the first. */
export function readAnswer(db: DatabaseSync, row: number): string | null {
  const stored = one(db, 'SELECT size, answer FROM answers WHERE row = ?', row);
  return stored ? answerIn(stored) : null;
}

/** The answer in the columns `size` and `answer`. Throws zlib's error for a damaged one. */
export function answerIn(stored: Row): string {
  const { answer } = stored;
  if (!(answer instanceof Uint8Array)) throw new TypeError('A stored answer is malformed.');
  const size = integer(stored, 'size');
  if (answer.length === size) return Buffer.from(answer.buffer, answer.byteOffset, size).toString();
  // One buffer of the right size, because zlib's default buffers are far larger and exports read thousands of answers.
  const chunkSize = Math.min(Math.max(size + 1, zlib.Z_MIN_CHUNK), LONGEST_ANSWER_BYTES);
  return inflateSync(answer, { maxOutputLength: LONGEST_ANSWER_BYTES, chunkSize }).toString();
}

/** Whether an error of `readAnswer` means that the answer is damaged or decompresses to an excessive size. */
export function isDamagedAnswer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ERR_BUFFER_TOO_LARGE$)/.test(String(error.code));
}

/** Stores or replaces an answer, in the caller's transaction. */
export function writeAnswer(db: DatabaseSync, row: number, answer: string): void {
  const plain = new TextEncoder().encode(answer);
  const packed = deflateSync(plain, { level: 9 });
  const stored = packed.length < plain.length ? packed : plain;
  upsert(db, 'answers', { row }, { size: plain.length, answer: stored });
}
