import { parsePhoneNumberFromString } from 'libphonenumber-js/min/es6';
import { expect, test } from 'vitest';
import { internationalFormat } from '../../shared/phone-number.ts';
import { manyNumbers } from './many-numbers.ts';

test('formats a number of any country like the library', () => {
  const differing: string[] = [];
  let written = 0;
  let all = 0;
  for (const number of manyNumbers(250)) {
    const ours = internationalFormat(number);
    all += 1;
    if (ours === null) continue;
    written += 1;
    const theirs = parsePhoneNumberFromString(number)?.formatInternational();
    if (ours !== theirs) differing.push(`${number}: ${ours}, not ${theirs}`);
  }
  expect(differing).toEqual([]);
  expect(written / all).toBeGreaterThan(0.7);
});

test.each([
  ['+4915112345678', '+49 1511 2345678'],
  ['+12025550143', '+1 202 555 0143'],
  ['+390612345678', '+39 06 1234 5678'],
  ['+442079460958', '+44 20 7946 0958'],
])('%s is formatted as %s', (e164, written) => {
  expect(internationalFormat(e164)).toBe(written);
});

test.each(['', '4915112345678', '+49 1511 2345678', '+', '+0123456789', '+49x5112345678', '+21012345678'])(
  '%s is left to the library',
  (text) => {
    expect(internationalFormat(text)).toBeNull();
  },
);
