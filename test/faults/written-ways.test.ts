import { expect, test } from 'vitest';
import { parseListedPhone } from '../../shared/do-not-call.ts';
import { writtenWays } from './written-ways.ts';

test.each([
  ['+12025550101', 'US', ''],
  ['+493012345678', 'DE', '0'],
  ['+442071838750', 'GB', '0'],
  ['+919876543210', 'IN', '0'],
])('every way of writing %s is read as that number on the list', (e164, country, trunk) => {
  const ways = writtenWays(e164, country, trunk);
  expect(new Set(ways).size).toBeGreaterThanOrEqual(30);
  const misread = ways.filter((written) => {
    const read = parseListedPhone(written, country);
    return !read.ok || read.value.e164 !== e164;
  });
  expect(misread).toEqual([]);
});
