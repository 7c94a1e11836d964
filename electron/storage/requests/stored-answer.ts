import type { DatabaseSync } from 'node:sqlite';
import { deflateSync, inflateSync, constants as zlib } from 'node:zlib';
import { change, integer, one, type Row } from '../operation.ts';

/** No answer is longer: the service's are 8 MiB at most, and a restored backup may not swell here. */
const LONGEST_ANSWER_BYTES = 32 * 1024 * 1024;

/** The last answer to a request, letter by letter; null before the first. */
export function readAnswer(db: DatabaseSync, row: number): string | null {
  const stored = one(db, 'SELECT size, answer FROM answers WHERE row = ?', row);
  return stored ? answerIn(stored) : null;
}

/** The answer in a row of the table: `size` and `answer`. Throws what zlib does for one that was not written here. */
export function answerIn(stored: Row): string {
  const { answer } = stored;
  if (!(answer instanceof Uint8Array)) throw new TypeError('A stored answer is malformed.');
  const size = integer(stored, 'size');
  if (answer.length === size) return Buffer.from(answer.buffer, answer.byteOffset, size).toString();
  // In one piece as large as it is: thousands are read for a file, and zlib's own pieces are sixteen times an answer.
  const chunkSize = Math.min(Math.max(size + 1, zlib.Z_MIN_CHUNK), LONGEST_ANSWER_BYTES);
  return inflateSync(answer, { maxOutputLength: LONGEST_ANSWER_BYTES, chunkSize }).toString();
}

/** Whether reading an answer failed because it is damaged, or swells beyond what a service sends. */
export function isDamagedAnswer(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(Z_|ERR_BUFFER_TOO_LARGE$)/.test(String(error.code));
}

/** Stores an answer in place of the one before; part of the caller's transaction. */
export function writeAnswer(db: DatabaseSync, row: number, answer: string): void {
  const plain = new TextEncoder().encode(answer);
  const packed = deflateSync(plain, { level: 9 });
  change(
    db,
    `INSERT INTO answers (row, size, answer) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET size = excluded.size, answer = excluded.answer`,
    row,
    plain.length,
    packed.length < plain.length ? packed : plain,
  );
}
