import { expect, test } from 'vitest';
import { callKey, numbersWithKey } from '../../../shared/call-key.ts';
import { parseListedPhone } from '../../../shared/do-not-call.ts';

/** Ways in which people write one number, with the country in which a number without its code is read. */
const BERLIN = [
  '+493012345678',
  '+49 30 12345678',
  '+49-30-12345678',
  '+49.30.1234.5678',
  '+49/30/12345678',
  '+49 (30) 12345678',
  '+49 (0)30 12345678',
  '+49 030 12345678',
  '(+49) 30 12345678',
  '0049 30 12345678',
  '0049-(0)30-12345678',
  'tel:+49-30-1234-5678',
  'TEL:+493012345678',
  '030 12345678',
  '030/12345678',
  '(030) 1234 5678',
  '+49 30 12 34 56 78',
  '＋４９ ３０ １２３４５６７８',
  '+٤٩٣٠١٢٣٤٥٦٧٨',
  '\u202a+49 30 12345678\u202c',
  '+49\u00a030\u200b12345678',
  '+49–30–12345678',
  '+49 30 12345678 ext. 12',
  '+49 30 12345678 x3',
  '+49 30 12345678;ext=5',
] as const;

test.each(BERLIN)('%j on the list is the number +493012345678', (written) => {
  expect(parseListedPhone(written, 'DE')).toMatchObject({ ok: true, value: { e164: '+493012345678' } });
});

test.each([
  ['+52 1 55 1234 5678', '+525512345678'],
  ['0052 1 (55) 12345678', '+525512345678'],
  ['+1 (415) 555-2671', '+14155552671'],
  ['1-415-555-2671', '+14155552671'],
  ['011 49 30 12345678', '+493012345678'],
  ['+36 06 1 234 5678', '+3612345678'],
  ['+7 8 495 123-45-67', '+74951234567'],
])('%j, read in the United States, is %s', (written, e164) => {
  expect(parseListedPhone(written, 'US')).toMatchObject({ ok: true, value: { e164 } });
});

test.each([
  ['+54 9 11 2345 6789', '+54 11 2345 6789'],
  ['+54 11 15 2345 6789', '+54 11 2345 6789'],
  ['+55 11 8765-4321', '+55 11 98765-4321'],
])('%s and %s ring the same telephone', (one, other) => {
  expect(keyOf(one)).toBe(keyOf(other));
});

test('numbers of different telephones have different keys', () => {
  const numbers = ['+541123456789', '+541123456780', '+551132654321', '+5511932654321', '+493012345678'];
  expect(new Set(numbers.map(callKey)).size).toBe(numbers.length);
});

test.each(['+5491123456789', '+551187654321', '+493012345678'])(
  'the numbers with the key of %s contain it, and all have that key',
  (number) => {
    const key = callKey(number);
    expect(numbersWithKey(key)).toContain(number);
    expect(new Set(numbersWithKey(key).map(callKey))).toEqual(new Set([key]));
  },
);

function keyOf(written: string): string {
  const parsed = parseListedPhone(written, null);
  if (!parsed.ok) throw new Error(`${written} was not read: ${parsed.problem.code}`);
  return callKey(parsed.value.e164);
}
