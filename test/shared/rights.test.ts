import { expect, test } from 'vitest';
import { dayAt, daysAfter, daysLeft, monthAfter, rightsInput } from '../../shared/rights.ts';

test('a month after a day that the next month does not have is the last day of that month', () => {
  expect(monthAfter('2026-01-31')).toBe('2026-02-28');
  expect(monthAfter('2028-01-31')).toBe('2028-02-29');
  expect(monthAfter('2026-03-31')).toBe('2026-04-30');
  expect(monthAfter('2026-12-31')).toBe('2027-01-31');
  expect(monthAfter('2026-11-03')).toBe('2026-12-03');
});

test('days are counted over the ends of months and years, and clock changes', () => {
  expect(daysAfter('2026-12-28', 7)).toBe('2027-01-04');
  expect(daysLeft('2026-11-02', '2026-10-20')).toBe(13);
  expect(daysLeft('2026-10-20', '2026-11-02')).toBe(-13);
  expect(dayAt('2026-02-30')).toBeNull();
});

test('an entry that is closed has a day on which it was, and a refused one has its reason', () => {
  const entry = {
    kind: 'access',
    way: 'email',
    state: 'open',
    receivedOn: '2026-11-03',
    dueOn: '2026-12-03',
    closedOn: null,
    name: 'Ada',
    phone: '',
    note: '',
    refusal: '',
    submissionId: null,
    erased: false,
  };
  expect(rightsInput.safeParse(entry).success).toBe(true);
  expect(rightsInput.safeParse({ ...entry, state: 'done' }).success).toBe(false);
  expect(rightsInput.safeParse({ ...entry, state: 'done', closedOn: '2026-11-04' }).success).toBe(true);
  expect(rightsInput.safeParse({ ...entry, state: 'refused', closedOn: '2026-11-04' }).success).toBe(false);
  expect(rightsInput.safeParse({ ...entry, dueOn: '2026-02-30' }).success).toBe(false);
});
