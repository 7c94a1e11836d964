import { createHmac, randomBytes } from 'node:crypto';

/** No vowels or digits, so that a hash never looks like a word or a number. */
const LETTERS = 'bcdfghjklmnpqrst';

/** Pseudonyms for ids: irreversible, and stable until the salt changes. */
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
