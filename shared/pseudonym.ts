/** Without letters that look like digits (Crockford's Base32). */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

/**
 * The name under which a candidate is shown whose identity is covered: always the same for a submission. It is made of the
 * submission's id, which is random and says nothing about the person (FNV-1a, 32 bits, of which 30 are used: of 10,000 candidates hardly ever two have the same).
 */
export function pseudonym(submissionId: string): string {
  return `Candidate ${pseudonymLetters(submissionId)}`;
}

/** The letters and digits that tell one pseudonym from another. */
export function pseudonymLetters(submissionId: string): string {
  let hash = 0x811c9dc5;
  for (const char of submissionId) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  // Mixes the high bits into the low ones: the last letters of an id change those most.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return Array.from({ length: LENGTH }, (_, at) => LETTERS[(hash >>> (5 * at)) & 31]).join('');
}
