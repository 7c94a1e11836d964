import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callingHours, nextCallingMoment, type WeekHours } from '../../shared/calling-hours.ts';
import { issueWords } from '../../shared/words/input-words.ts';

const OFFICE: WeekHours = {
  from: '09:00',
  until: '18:00',
  weekdays: [1, 2, 3, 4, 5],
  ownHours: [],
  holidays: [],
};
const next = (zones: string[], now: string, hours = OFFICE): string | null => {
  const moment = nextCallingMoment(hours, zones, Date.parse(now));
  return moment === null ? null : new Date(moment).toISOString();
};

describe('the next calling moment', () => {
  test('is now while the candidate is within the hours', () => {
    expect(next(['Europe/Berlin'], '2026-11-18T10:30:00.000Z')).toBe('2026-11-18T10:30:00.000Z');
  });

  test('is nine in the morning there while it is night there', () => {
    expect(next(['America/Los_Angeles'], '2026-11-18T10:30:00.000Z')).toBe('2026-11-18T17:00:00.000Z');
  });

  test('is the next morning once the day there is over, to the minute', () => {
    expect(next(['Europe/Berlin'], '2026-11-18T16:59:59.999Z')).toBe('2026-11-18T16:59:59.999Z');
    expect(next(['Europe/Berlin'], '2026-11-18T17:00:00.000Z')).toBe('2026-11-19T08:00:00.000Z');
  });

  test("skips the weekend of the candidate's time zone, not of this computer", () => {
    expect(next(['Europe/Berlin'], '2026-11-20T17:00:00.000Z')).toBe('2026-11-23T08:00:00.000Z');
    // Sunday evening in London is Monday morning in Auckland.
    expect(next(['Pacific/Auckland'], '2026-11-22T20:30:00.000Z')).toBe('2026-11-22T20:30:00.000Z');
  });

  test('follows daylight saving time changes there', () => {
    // Berlin: summer time ends on 25 October 2026, begins on 28 March 2027.
    expect(next(['Europe/Berlin'], '2026-10-23T20:00:00.000Z')).toBe('2026-10-26T08:00:00.000Z');
    expect(next(['Europe/Berlin'], '2027-03-26T20:00:00.000Z')).toBe('2027-03-29T07:00:00.000Z');
  });

  test("is within a day's own hours, where it has some", () => {
    // 18 November 2026 is a Wednesday.
    const ownHours = [
      { weekday: 3, from: '09:00', until: '11:00' },
      { weekday: 4, from: '13:00', until: '20:00' },
    ];
    const hours = { ...OFFICE, ownHours };
    expect(next(['Europe/Berlin'], '2026-11-18T09:59:00.000Z', hours)).toBe('2026-11-18T09:59:00.000Z');
    expect(next(['Europe/Berlin'], '2026-11-18T10:00:00.000Z', hours)).toBe('2026-11-19T12:00:00.000Z');
    expect(next(['Europe/Berlin'], '2026-11-19T18:30:00.000Z', hours)).toBe('2026-11-19T18:30:00.000Z');
    expect(next(['Europe/Berlin'], '2026-11-19T19:00:00.000Z', hours)).toBe('2026-11-20T08:00:00.000Z');
  });

  test('is a week later if the only day of the week is over', () => {
    const hours = { ...OFFICE, until: '10:00', weekdays: [3] };
    expect(next(['UTC'], '2026-11-18T10:00:00.000Z', hours)).toBe('2026-11-25T09:00:00.000Z');
  });

  test('is an hour later if a clock change skips the opening', () => {
    const night = { ...OFFICE, from: '02:30', until: '05:00', weekdays: [7] };
    expect(next(['Europe/Berlin'], '2027-03-28T00:00:00.000Z', night)).toBe('2027-03-28T01:30:00.000Z');
  });

  test('is within the hours of all possible zones of a number', () => {
    expect(next(['America/New_York', 'America/Los_Angeles'], '2026-11-18T15:00:00.000Z')).toBe(
      '2026-11-18T17:00:00.000Z',
    );
  });

  test('is null if the zones have no hour in common', () => {
    expect(next(['Pacific/Auckland', 'Europe/London'], '2026-11-18T15:00:00.000Z')).toBe(null);
  });

  test('is always within the hours and never before the given moment, for any zone and hours', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) }),
        fc.integer({ min: 0, max: 22 }),
        fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        (zone, now, hour, weekdays) => {
          const from = `${String(hour).padStart(2, '0')}:00`;
          const moment = nextCallingMoment({ ...OFFICE, from, until: '23:59', weekdays }, [zone], now);
          expect(moment).toBeGreaterThanOrEqual(now);
          const local = new Intl.DateTimeFormat('en-GB', {
            timeZone: zone,
            weekday: 'short',
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          }).formatToParts(moment ?? 0);
          const part = (type: string): string => local.find((each) => each.type === type)?.value ?? '';
          const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1;
          expect(weekdays).toContain(weekday);
          expect(`${part('hour')}:${part('minute')}` >= from).toBe(true);
        },
      ),
      { seed: 20261121, numRuns: 300 },
    );
  });
});

describe('calling hours', () => {
  const hours = { enabled: true, ...OFFICE, defaultTimeZone: 'Europe/Berlin' };

  test('must end after they begin, on at least one day, in an existing zone', () => {
    expect(callingHours.safeParse(hours).success).toBe(true);
    expect(callingHours.safeParse({ ...hours, until: '09:00' }).error?.issues.map(issueWords)).toEqual([
      'The end must be later in the day than the start.',
    ]);
    expect(callingHours.safeParse({ ...hours, weekdays: [] }).success).toBe(false);
    expect(callingHours.safeParse({ ...hours, from: '25:00' }).success).toBe(false);
    expect(callingHours.safeParse({ ...hours, defaultTimeZone: 'Middle/Earth' }).success).toBe(false);
  });
});
