import { expect, test } from 'vitest';
import { serviceTime } from '../../shared/service-time.ts';

test.each([
  '2026-03-02T09:30:00Z',
  '2026-03-02T09:30:00.123+01:00',
  '2026-03-02',
  'Mon, 02 Mar 2026 09:30:00 GMT',
  'March 2, 2026 09:30 UTC',
])('%s is a time', (text) => {
  expect(serviceTime(text)).toBe(Date.parse(text));
});

test.each([
  '<img src=x onerror="x=1">',
  '<b>2001</b>',
  '1',
  'room 7',
  'soon',
  '',
  null,
  undefined,
  `2026${'('.repeat(200)}`,
])('%j is not a time', (text) => {
  expect(serviceTime(text)).toBeNaN();
});
