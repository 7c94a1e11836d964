import { PASSPHRASE_LEAST } from './backup.ts';

/** How hard a passphrase is to guess for somebody who has the file and time. */
export type PassphraseStrength = 'too_short' | 'weak' | 'fair' | 'strong';

/** Rows of keys and the like: three neighbours in a row tell hardly more than one. */
const RUNS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
];

/** What comes first to mind, to those who guess too. */
const COMMON =
  /p[a4]ssw[o0]rd|passphrase|passwort|callboard|letmein|welcome|iloveyou|admin|secret|dragon|monkey|backup/g;

/** Bits that make a passphrase fair and strong against guessing at some thousand a second (scrypt) for years. */
const FAIR_BITS = 45;
const STRONG_BITS = 62;

/** A careful guess from the letters themselves: repeats, runs of keys and common words count little. */
export function passphraseStrength(text: string): PassphraseStrength {
  const letters = [...text];
  if (letters.length < PASSPHRASE_LEAST) return 'too_short';
  const bits = tellingLetters(text) * Math.log2(alphabetOf(text));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** Letters that cannot be told from those before them. */
function tellingLetters(text: string): number {
  const rest = [...text.toLowerCase().replaceAll(COMMON, 'x')];
  let telling = 0;
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
    telling += continues || repeats ? 0.25 : 1;
  }
  return telling;
}

function isRun(run: string, before: string | undefined, last: string | undefined, letter: string): boolean {
  const three = `${before ?? ''}${last ?? ''}${letter}`;
  return [...three].length === 3 && (run.includes(three) || run.includes([...three].reverse().join('')));
}

/**
 * How many letters each place could hold. Words of small letters are guessed by the word: they tell less than their
 * letters do, and a sign that is a word or a syllable tells more.
 */
function alphabetOf(text: string): number {
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(text));
  const letters = [6, 9, 22, 45][kinds.length - 1] ?? 6;
  return /\p{Script=Han}|\p{Script=Hangul}/u.test(text) ? 2 * letters : letters;
}
