import { createHmac, randomBytes } from 'node:crypto';

/** No vowels and no digits: a hash never looks like a word or a number. */
const LETTERS = 'bcdfghjklmnpqrst';

/** The words that stand for ids: the same id has the same word until the salt changes, and none leads back. */
export class SaltedHash {
  private readonly salt: Buffer;

  constructor(salt: Buffer) {
    this.salt = salt;
  }

  of(id: string): string {
    const digest = createHmac('sha256', this.salt).update(id).digest().subarray(0, 5);
    return [...digest].map((byte) => `${LETTERS[byte >> 4]}${LETTERS[byte & 15]}`).join('');
  }
}

export function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

export const SALT_BYTES = 32;
