import { describe, expect, test } from 'vitest';
import { parseTypedPhone, phoneChoices } from '../../shared/typed-phone.ts';

function read(text: string, country: string | null): string {
  const phone = parseTypedPhone(text, country);
  return phone.ok ? phone.value.e164 : phone.problem.code;
}

describe('a number without a country code', () => {
  test.each([
    ['DE', '0151 12345678', '+4915112345678'],
    ['DE', '030/12345678', '+493012345678'],
    ['DE', '491511234567', 'phone_country_unclear'],
    ['GB', '020 7946 0958', '+442079460958'],
    ['US', '(202) 555-0143', '+12025550143'],
    ['US', '(470) 555-0143', '+14705550143'],
    ['IT', '06 1234 5678', '+390612345678'],
    ['DE', '०३० १२३४५६७८', '+493012345678'],
    ['FR', '0690 12 34 56', '+590690123456'],
    ['FR', '0692 12 34 56', '+262692123456'],
    ['FR', '0694 20 34 56', '+594694203456'],
    ['FR', '0697 12 34 56', '+596697123456'],
    ['FR', '0639 69 34 56', '+262639693456'],
    ['FR', '06 12 34 56 78', '+33612345678'],
    ['IT', '0549 886377', '+3780549886377'],
    ['BJ', '97 12 34 56', '+2290197123456'],
  ])('is read as one of the default country if it is clear: %s %s', (country, text, expected) => {
    expect(read(text, country)).toBe(expected);
  });

  test.each([
    ['another country’s number with its + left out', 'DE', '447946012345', 'phone_country_unclear'],
    ['a mobile number without its zero', 'DE', '15123456789', 'phone_country_unclear'],
    ['a number the country does not assign', 'US', '555-0143', 'phone_not_of_default'],
    ['a prefix for calls abroad', 'US', '011 44 20 7946 0958', 'phone_no_country_code'],
    ['a prefix for calls abroad that begins with 00', 'AU', '0011 49 30 12345678', 'phone_no_country_code'],
    ['a prefix for calls abroad of 001', 'SG', '001 49 30 123456', 'phone_country_unclear'],
    ['words', 'DE', 'call 0151 12345678', 'phone_no_country_code'],
    ['an extension', 'US', '(202) 555-0143 ext. 12', 'phone_extension'],
    ['an extension after a semicolon', 'DE', '0171 1234567;127', 'phone_extension'],
    ['an extension after a number sign', 'DE', '0171 1234567 #6', 'phone_extension'],
    ['two numbers', 'DE', '030 1234567/654321', 'phone_two_numbers'],
    ['nothing', 'DE', ' ', 'phone_missing'],
    ['an unsupported default country', 'XX', '0151 12345678', 'phone_no_country_code'],
    ['no default country', null, '0151 12345678', 'phone_no_country_code'],
  ])('is refused with %s', (_what, country, text, code) => {
    expect(read(text, country)).toBe(code);
  });
});

test('a number with its country code ignores the default country', () => {
  expect(read('+44 20 7946 0958', 'DE')).toBe('+442079460958');
  expect(read('0044 20 7946 0958', 'US')).toBe('+442079460958');
  // 005 is a prefix for calls abroad there, so that it could also be a Russian number.
  expect(read('0057 321 1234567', 'CO')).toBe('+573211234567');
});

test.each([
  ['0151 12345678', ['DE'], ['DE +49 1511 2345678']],
  ['(202) 555-0143', ['US'], ['US +1 202 555 0143']],
  ['447946012345', ['DE'], ['DE +49 4479 46012345', 'GB +44 7946 012345']],
  ['49 1511 2345678', [], ['DE +49 1511 2345678']],
  ['0151 12345678', ['US', 'XX'], []],
  ['+49 1511 2345678', ['DE'], []],
  ['0049 1511 2345678', ['DE'], []],
  ['030 901820 ext. 12', ['DE'], []],
  ['', ['DE'], []],
])('%s without its country code can be, with %j: %j', (typed, countries, expected) => {
  const choices = phoneChoices(typed, countries);
  expect(choices.map(({ country, international }) => `${country} ${international}`)).toEqual(expected);
});
