import { describe, expect, it } from 'vitest';
import { formatIsoDateTime, formatRelative } from '../../renderer/parts/format.ts';
import { formatMinutes } from '../../shared/format-minutes.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

describe('a time relative to now', () => {
  it.each([
    [0, 'just now'],
    [-30_000, 'just now'],
    // `now` lags by up to 20 s, so a change that just happened must not be in the future.
    [19_000, 'just now'],
    [40_000, 'in a moment'],
  ])('%d ms away is %s', (distance, words) => {
    expect(formatRelative(NOW + distance, NOW)).toBe(words);
  });

  it('is given in minutes, hours or days', () => {
    const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' });
    expect(formatRelative(NOW - 5 * 60_000, NOW)).toBe(words.format(-5, 'minute'));
    expect(formatRelative(NOW - 3 * 3_600_000, NOW)).toBe(words.format(-3, 'hour'));
    expect(formatRelative(NOW - 9 * 86_400_000, NOW)).toBe(words.format(-9, 'day'));
  });
});

describe('a duration in minutes', () => {
  it.each([
    [0.4, 'under 1 min'],
    [14, '14 min'],
    [60, '1 h'],
    [125, '2 h 5 min'],
    [1570, '1 d 2 h'],
  ])('of %d reads %s', (minutes, words) => {
    expect(formatMinutes(minutes)).toBe(words);
  });
});

describe('an ISO time from the service', () => {
  it('stays unchanged if it cannot be parsed', () => {
    expect(formatIsoDateTime('yesterday-ish')).toBe('yesterday-ish');
  });
});
