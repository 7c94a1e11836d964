import { expect, it } from 'vitest';
import { passphraseStrength } from '../../shared/passphrase-strength.ts';

it.each([
  ['hunter2', 'too_short'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['1234567890123456', 'weak'],
  ['qwertyuiopasdfgh', 'weak'],
  ['passwordpassword', 'weak'],
  ['Callboard2026!', 'weak'],
  ['summer in berlin', 'fair'],
  ['seven green umbrellas walk', 'strong'],
  ['xK4$vQ9!mZ2&', 'strong'],
  ['sieben grüne Schirme gehen spazieren', 'strong'],
  ['七把绿色的雨伞在街上慢慢地走着呢', 'fair'],
])('rates %s as %s', (text, strength) => {
  expect(passphraseStrength(text)).toBe(strength);
});
