import type { PassphraseStrength } from '../../../../shared/passphrase-strength.ts';

/** The strength of a passphrase, and how to improve it. */
export const STRENGTH_WORDS: Readonly<Record<PassphraseStrength, string>> = {
  too_short: 'Too short: use at least 12 characters.',
  weak: 'Weak: easy for a computer to guess. Add words.',
  fair: 'Fair. One more word makes it strong.',
  strong: 'Strong.',
};
