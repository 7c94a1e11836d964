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
  '+49 30 12345678x3',
  '+49 30 12345678 ext: 12',
  '+49 30 12345678 extn. 12',
  '+49 30 12345678,,12#',
  '+49 30 12345678;127',
  '+49 30 12345678 #6',
  '+49 30 12345678 доб. 12',
  '030 12345678 Durchwahl 12',
  'tel:+49-30-12345678;ext=5;isub=1',
  'tel:030-12345678;phone-context=+49',
  'tel:+493012345678;phone-context=example.com',
  'tel://+493012345678',
  'callto:+493012345678',
  'sip:+493012345678@example.com;user=phone',
  'Tel.: +49 30 12345678',
  'T +49 30 12345678',
  '00-49-30-12345678',
  '00.49.30.12345678',
  '00/49/30/12345678',
  '++49 30 12345678',
  '+0049 30 12345678',
  '+49·30·12345678',
  '+49_30_12345678',
  '+49\t30\t12345678',
  '+४९ ३० १२३४५६७८',
  '०३० १२३४५६७८',
  '٠٣٠١٢٣٤٥٦٧٨',
  '+49\u034f30\ufe0f12345678',
] as const;

test.each(BERLIN)('%j on the list is the number +493012345678', (written) => {
  expect(parseListedPhone(written, 'DE')).toMatchObject({ ok: true, value: { e164: '+493012345678' } });
});

test.each([
  ['+52 1 55 1234 5678', '+525512345678'],
  ['0052 1 (55) 12345678', '+525512345678'],
  ['+229 97 12 34 56', '+2290197123456'],
  ['+225 07 12 34 56', '+2250707123456'],
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
  ['+378 0549 886377', '+39 0549 886377'],
  ['+378 886377', '+39 0549 886377'],
])('%s and %s ring the same telephone', (one, other) => {
  expect(keyOf(one)).toBe(keyOf(other));
});

test.each([
  ['0011 49 30 12345678', 'AU'],
  ['001 49 30 12345678', 'SG'],
  ['010 49 30 12345678', 'JP'],
])('%j with the prefix for calls abroad of %s is read so', (written, country) => {
  expect(parseListedPhone(written, country)).toMatchObject({ ok: true, value: { e164: '+493012345678' } });
});

test.each([
  '+1-800-FLOWERS',
  '+49 30 1234567/7654321',

  '112',
  'x12',
])('%j is refused instead of being taken for another number', (written) => {
  expect(parseListedPhone(written, 'DE').ok).toBe(false);
});

test('a number that could be another one with the prefix for calls abroad is refused', () => {
  expect(parseListedPhone('0082 78 233 4634', 'KR')).toMatchObject({
    ok: false,
    problem: { code: 'phone_country_unclear' },
  });
});

test('numbers of different telephones have different keys', () => {
  const numbers = ['+541123456789', '+541123456780', '+551132654321', '+5511932654321', '+493012345678'];
  expect(new Set(numbers.map(callKey)).size).toBe(numbers.length);
});

test.each(['+5491123456789', '+551187654321', '+390549886377', '+493012345678'])(
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
