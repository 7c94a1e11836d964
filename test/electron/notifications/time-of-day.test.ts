import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  isQuiet,
  nextFullHour,
  nextTimeOfDay,
  quietUntil,
} from '../../../electron/notifications/notifier.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

/** The local time as HH:MM. */
function clock(at: number): string {
  const date = new Date(at);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hours, minutes]) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`);

/** Times within two years, with clock changes in Berlin, New York and Lord Howe (half an hour). */
const moment = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2026, 11, 31) });
const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
);

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('quiet hours', () => {
  test('include their start and exclude their end, even across midnight', () => {
    process.env['TZ'] = 'Europe/Berlin';
    const night = { enabled: true, from: '22:00', until: '07:00' };
    const at = (text: string): number => Date.parse(`2026-01-15T${text}:00+01:00`);
    expect(
      ['21:59', '22:00', '23:30', '00:00', '06:59', '07:00', '12:00'].map((clockTime) =>
        isQuiet(night, at(clockTime)),
      ),
    ).toEqual([false, true, true, true, true, false, false]);
    expect(quietUntil(night, at('23:30'))).toBe(Date.parse('2026-01-16T07:00:00+01:00'));
    expect(quietUntil(night, at('12:00'))).toBeUndefined();
    expect(quietUntil({ ...night, enabled: false }, at('23:30'))).toBeUndefined();
    expect(quietUntil({ ...night, until: '22:00' }, at('23:30'))).toBeUndefined();
  });

  test('end at the local time when daylight saving time changes', () => {
    process.env['TZ'] = 'Europe/Berlin';
    const night = { enabled: true, from: '22:00', until: '07:00' };
    expect(quietUntil(night, Date.parse('2026-03-28T23:00:00+01:00'))).toBe(
      Date.parse('2026-03-29T07:00:00+02:00'),
    );
    expect(quietUntil(night, Date.parse('2026-10-24T23:00:00+02:00'))).toBe(
      Date.parse('2026-10-25T07:00:00+01:00'),
    );
    // 02:30 is skipped in March and occurs twice in October.
    const short = { enabled: true, from: '22:00', until: '02:30' };
    expect(clock(quietUntil(short, Date.parse('2026-03-28T23:00:00+01:00')) ?? 0)).toBe('03:30');
    expect(quietUntil(short, Date.parse('2026-10-25T02:10:00+01:00'))).toBe(
      Date.parse('2026-10-25T02:30:00+01:00'),
    );
  });

  test('always end within 25 hours', () => {
    fc.assert(
      fc.property(zones, time, time, moment, (timeZone, from, until, at) => {
        process.env['TZ'] = timeZone;
        const quiet = { enabled: true, from, until };
        const end = quietUntil(quiet, at);
        expect(end !== undefined).toBe(isQuiet(quiet, at));
        if (end === undefined) return;
        expect(end).toBeGreaterThan(at);
        expect(end - at).toBeLessThanOrEqual(DAY_MS + 60 * MINUTE_MS);
        // If daylight saving time ends in between, an hour repeats, and quiet hours may begin again.
        if (clock(end) !== until)
          expect(new Date(at).getTimezoneOffset()).not.toBe(new Date(end).getTimezoneOffset());
        else expect(isQuiet(quiet, end)).toBe(false);
      }),
      { seed: 5, numRuns: 2000 },
    );
  });
});

describe('digest times', () => {
  test('are the next such local time or full hour', () => {
    fc.assert(
      fc.property(zones, time, moment, (timeZone, wanted, after) => {
        process.env['TZ'] = timeZone;
        const next = nextTimeOfDay(after, wanted);
        expect(next).toBeGreaterThan(after);
        expect(next - after).toBeLessThanOrEqual(DAY_MS + 60 * MINUTE_MS);
        const changed = new Date(after).getTimezoneOffset() !== new Date(next).getTimezoneOffset();
        if (!changed) expect(clock(next)).toBe(wanted);
        const hour = nextFullHour(after);
        expect(hour).toBeGreaterThan(after);
        expect(hour - after).toBeLessThanOrEqual(60 * MINUTE_MS);
      }),
      { seed: 6, numRuns: 2000 },
    );
  });

  test('of the hourly digest are full hours', () => {
    process.env['TZ'] = 'Asia/Kolkata';
    expect(clock(nextFullHour(Date.parse('2026-05-05T10:17:42+05:30')))).toBe('11:00');
    expect(nextFullHour(Date.parse('2026-05-05T11:00:00+05:30'))).toBe(
      Date.parse('2026-05-05T12:00:00+05:30'),
    );
  });
});
