import { MIN_PASSPHRASE_LENGTH } from './backup.ts';

/** How well a passphrase resists an offline attack. */
export type PassphraseStrength = 'too_short' | 'weak' | 'fair' | 'strong';

/** Alphabet, digits and keyboard rows: three neighbours in a row add little entropy. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
];

/** Words that attackers try first. */
const COMMON =
  /p[a4]ssw[o0]rd|passphrase|passwort|callboard|letmein|welcome|iloveyou|admin|secret|dragon|monkey|backup/g;

/** Entropy in bits, against years of guessing at some thousand tries per second (scrypt). */
const FAIR_BITS = 45;
const STRONG_BITS = 62;

/** A conservative estimate from the characters: repeats, keyboard runs and common words count little. */
export function passphraseStrength(text: string): PassphraseStrength {
  const letters = [...text];
  if (letters.length < MIN_PASSPHRASE_LENGTH) return 'too_short';
  const bits = unpredictableLetters(text) * Math.log2(alphabetOf(text));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** Number of characters that can't be predicted from those before; predictable ones count a quarter. */
function unpredictableLetters(text: string): number {
  const rest = [...text.toLowerCase().replaceAll(COMMON, 'x')];
  let count = 0;
  for (const [at, letter] of rest.entries()) {
    const [before, last] = [rest[at - 2], rest[at - 1]];
    const continues = RUNS.some((run) => isRun(run, before, last, letter));
    const repeats =
      letter === last ||
      (at >= 4 &&
        rest
          .slice(0, at)
          .join('')
          .includes(rest.slice(at - 2, at + 1).join('')));
    count += continues || repeats ? 0.25 : 1;
  }
  return count;
}

function isRun(run: string, before: string | undefined, last: string | undefined, letter: string): boolean {
  const three = `${before ?? ''}${last ?? ''}${letter}`;
  return [...three].length === 3 && (run.includes(three) || run.includes([...three].reverse().join('')));
}

/**
 * Effective alphabet size per character. Lower-case words can be guessed from a dictionary, so they count less; a
 * character that is a word or syllable (Han, Hangul) counts more.
 */
function alphabetOf(text: string): number {
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(text));
  const letters = [6, 9, 22, 45][kinds.length - 1] ?? 6;
  return /\p{Script=Han}|\p{Script=Hangul}/u.test(text) ? 2 * letters : letters;
}
