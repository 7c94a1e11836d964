import { parsePhoneNumberFromString } from 'libphonenumber-js/min/es6';
import { describe, expect, test } from 'vitest';
import { callKey } from '../../shared/call-key.ts';
import { formatPhoneNumber, parsePhoneNumber } from '../../shared/phone-number.ts';
import { SeededRandom } from '../bench/seeded-random.ts';
import { manyNumbers } from './many-numbers.ts';

function e164Of(text: string): string {
  const phone = parsePhoneNumber(text);
  return phone.ok ? phone.value.e164 : phone.problem.code;
}

describe('a phone number is accepted', () => {
  test.each([
    ['with spaces', '+49 151 12345678', '+4915112345678'],
    ['with dots', '+1.202.555.0143', '+12025550143'],
    ['with brackets and hyphens', '+1 (202) 555-0143', '+12025550143'],
    ['with a slash behind the area code', '+49 30/12345678', '+493012345678'],
    ['with a spaced slash behind the area code', '+49 4421 / 123456', '+494421123456'],
    [
      'with an extension digit joined by a hyphen, as Germans write them',
      '+49 30 123456-78',
      '+493012345678',
    ],
    ['with 00 in place of the plus', '0049 151 12345678', '+4915112345678'],
    ['with 00 set apart', '00 49 151 12345678', '+4915112345678'],
    ['with 00 and separators', '00-49-151-12345678', '+4915112345678'],
    ['in Devanagari digits', '+४९ १५१ १२३४५६७८', '+4915112345678'],
    ['with 00 in brackets', '(0049) 151 12345678', '+4915112345678'],
    ['with the plus in brackets', '(+49) 151 12345678', '+4915112345678'],
    ['with the country code in brackets', '+(49) 151 12345678', '+4915112345678'],
    ['with a zero in brackets that only counts at home', '+49 (0) 30 901820', '+4930901820'],
    ['with one where no such zero is dialled at home', '+48 (0) 512 345 678', '+48512345678'],
    ['with one that is part of the number', '+39 (0) 6 69812345', '+390669812345'],
    ['with a leading zero that belongs to it', '+39 06 1234 5678', '+390612345678'],
    ['as a tel: link', 'tel:+1-202-555-0143', '+12025550143'],
    ['in full-width digits', '＋４９　１５１　１２３４５６７８', '+4915112345678'],
    ['with no-break spaces', '+49\u00a0151\u00a012345678', '+4915112345678'],
    ['with no-break hyphens', '+49\u2011151\u201112345678', '+4915112345678'],
    [
      'with the invisible marks that address books put around it',
      '\u202a+49 151 12345678\u202c',
      '+4915112345678',
    ],
    ['with blanks around it', '  +44 20 7946 0958 ', '+442079460958'],
  ])('%s', (_how, text, e164) => {
    expect(e164Of(text)).toBe(e164);
  });
});

describe('a phone number is refused', () => {
  test.each([
    ['when nothing was typed', ' ', 'phone_missing'],
    ['without a country code', '0151 12345678', 'phone_no_country_code'],
    ['without a country code, in brackets', '(202) 555-0143', 'phone_no_country_code'],
    ['with words before it', 'call +1 202 555 0143', 'phone_no_country_code'],
    ['with another country’s prefix for calls abroad', '011 1 202 555 0143', 'phone_no_country_code'],
    ['with Australia’s prefix for calls abroad', '0011 49 151 12345678', 'phone_no_country_code'],
    ['that is only a prefix', '00', 'phone_no_country_code'],
    ['that is only a country code', '+49', 'phone_incomplete'],
    ['that is too short', '+1 202 555 01', 'phone_incomplete'],
    ['with too many digits for its country', '+1 202 555 0143 0144', 'phone_too_many_digits'],
    ['with too many digits for any country', '+49 171 1234567890123456', 'phone_too_many_digits'],
    ['with its country code twice', '+49 49 171 1234567', 'phone_code_twice'],
    ['with its country code twice, joined by a zero', '+44 44 (0)20 7946 0958', 'phone_code_twice'],
    ['with the country code and its prefix twice', '+49 0049 171 1234567', 'phone_code_twice'],
    ['with the country code and its plus twice', '+33 +33 6 12 34 56 78', 'phone_code_twice'],
    ['with the prefix and the country code twice', '0049 49 171 1234567', 'phone_code_twice'],
    ['of a country there is not', '+999 123 456 789', 'phone_incomplete'],
    ['with two plus signs', '++49 151 12345678', 'phone_incomplete'],
    ['with letters', '+1-800-FLOWERS', 'phone_incomplete'],
    ['with a remark', '+1 202 555 0143 (mobile)', 'phone_incomplete'],
    ['with an extension', '+1 202 555 0143 ext. 12', 'phone_extension'],
    ['with an extension after x', '+1 202 555 0143 x12', 'phone_extension'],
    ['with an extension after a semicolon', '+49 171 1234567;127', 'phone_extension'],
    ['with an extension after a number sign', '+49 171 1234567 #6', 'phone_extension'],
    ['with an extension after commas', '+49 171 1234567,,12#', 'phone_extension'],
    ['with a Russian extension', '+7 495 123-45-67 доб. 12', 'phone_extension'],
    ['with a German extension', '+49 30 123456 Durchwahl 12', 'phone_extension'],
    ['with an extension in a tel: link', 'tel:+1-202-555-0143;ext=5', 'phone_extension'],
    ['beside another one', '+1 202 555 0143 or +1 202 555 0144', 'phone_incomplete'],
    ['beside another one after a slash', '+49 30 1234567 / +49 151 12345678', 'phone_two_numbers'],
    ['beside another one after a comma', '+1 202 555 0143, +1 202 555 0144', 'phone_incomplete'],
    ['beside another one in the next line', '+1 202 555 0143\n+1 202 555 0144', 'phone_incomplete'],
    ['beside another one that leaves its prefix out', '+49 30 1234567 / 654321', 'phone_two_numbers'],
  ])('%s', (_when, text, code) => {
    expect(e164Of(text)).toBe(code);
  });

  test('with a code for the reason', () => {
    expect(parsePhoneNumber('0151 12345678')).toMatchObject({
      problem: { code: 'phone_no_country_code' },
    });
    expect(parsePhoneNumber('+1 202 555 0143 x12')).toMatchObject({
      problem: { code: 'phone_extension' },
    });
  });
});

test('a possible number outside the known ranges is accepted and marked unusual', () => {
  expect(parsePhoneNumber('+1 555 010 0100')).toMatchObject({ ok: true, value: { unusual: true } });
  expect(parsePhoneNumber('+1 202 555 0143')).toMatchObject({
    ok: true,
    value: { unusual: false, country: 'US', international: '+1 202 555 0143' },
  });
});

test('a stored number is formatted, and an unparsable one is returned unchanged', () => {
  expect(formatPhoneNumber('+442079460958')).toBe('+44 20 7946 0958');
  expect(formatPhoneNumber('unknown')).toBe('unknown');
});

const REFUSED_FOR_LENGTH = ['phone_incomplete', 'phone_too_many_digits'];

test('a number of any country in any grouping is parsed like the library does', () => {
  const random = new SeededRandom(12);
  const differing: string[] = [];
  let read = 0;
  for (const number of manyNumbers(250)) {
    const written = number.replace(
      /\d(?=\d)/g,
      (digit) => digit + random.one(['', '', '', ' ', '-', ' - ', '--']),
    );
    const theirs = parsePhoneNumberFromString(written, { extract: false });
    const possible = theirs?.isPossible() === true;
    const ours = parsePhoneNumber(written);
    if (ours.ok) read += 1;
    const replaced = callKey(number);
    const same = ours.ok
      ? (possible && ours.value.e164 === theirs.number && ours.value.country === theirs.country) ||
        (!possible && replaced !== number && ours.value.e164 === replaced)
      : !possible
        ? REFUSED_FOR_LENGTH.includes(ours.problem.code)
        : ours.problem.code === 'phone_code_twice' && /^\+(\d{2,3})\D+\1\D/.test(written);
    if (!same) differing.push(written);
  }
  expect(differing).toEqual([]);
  expect(read).toBeGreaterThan(10_000);
});
