import { expect, test } from 'vitest';
import { startOfDay } from '../../renderer/parts/format.ts';

test('a day begins at local midnight, also the day after it', () => {
  expect(startOfDay('2026-11-21')).toBe(new Date(2026, 10, 21).getTime());
  expect(startOfDay('2026-12-31', 1)).toBe(new Date(2027, 0, 1).getTime());
});

test('a day before 1970 begins at the earliest time that calls accept', () => {
  expect(startOfDay('1960-05-01')).toBe(0);
});

test('what is not a date begins nowhere', () => {
  expect(startOfDay('')).toBeNull();
  expect(startOfDay('21.11.2026')).toBeNull();
});
