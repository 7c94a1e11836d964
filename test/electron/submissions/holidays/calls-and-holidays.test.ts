import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { publicHolidays } from '../../../../electron/holidays/holiday-days.ts';
import { boundBy, callingHold, callingMoment } from '../../../../electron/submissions/calling-hours.ts';
import type { CallingHours } from '../../../../shared/calling-hours.ts';
import { dateOf, type HolidayLookup, placeKey } from '../../../../shared/holidays.ts';
import { localTime } from '../../../../shared/zoned-time.ts';

const BERLIN = '+493012345678';
const VIENNA = '+43123456789';
const SATELLITE = '+881612345678';
const DAY_MS = 86_400_000;

const HOURS: CallingHours = {
  enabled: true,
  from: '09:00',
  until: '18:00',
  weekdays: [1, 2, 3, 4, 5],
  ownHours: [],
  holidays: [{ country: 'DE', region: 'BY' }],
  defaultTimeZone: 'Europe/Berlin',
};

const NOTHING = { timeZone: null, anyHour: false, hoursWaivedUntil: null };
const epiphany: HolidayLookup = (_, date) => (date === '2027-01-06' ? 'Epiphany' : null);
const at = (text: string): number => Date.parse(text);

describe('a call on a public holiday', () => {
  test('waits for the next day with calls, and says for which holiday', () => {
    const hold = callingHold(
      HOURS,
      { phoneNumber: BERLIN, ...NOTHING },
      at('2027-01-06T10:00:00Z'),
      epiphany,
    );
    expect(hold).toEqual({
      until: at('2027-01-07T08:00:00Z'),
      timeZone: 'Europe/Berlin',
      holiday: 'Epiphany',
    });
  });

  test('is explained the evening before too, but not after the holiday', () => {
    const hold = callingHold(
      HOURS,
      { phoneNumber: BERLIN, ...NOTHING },
      at('2027-01-05T20:00:00Z'),
      epiphany,
    );
    expect(hold).toMatchObject({ until: at('2027-01-07T08:00:00Z'), holiday: 'Epiphany' });
    const after = callingHold(
      HOURS,
      { phoneNumber: BERLIN, ...NOTHING },
      at('2027-01-07T20:00:00Z'),
      epiphany,
    );
    expect(after).toEqual({ until: at('2027-01-08T08:00:00Z'), timeZone: 'Europe/Berlin' });
  });

  test('goes by the date at the place of the candidate', () => {
    // Already the 7th in Berlin, when it is still the 6th in UTC.
    const hours = { ...HOURS, from: '00:00', until: '23:59' };
    const open = callingHold(
      hours,
      { phoneNumber: BERLIN, ...NOTHING },
      at('2027-01-06T23:30:00Z'),
      epiphany,
    );
    expect(open).toBeNull();
    const closed = callingHold(
      hours,
      { phoneNumber: BERLIN, ...NOTHING },
      at('2027-01-05T23:30:00Z'),
      epiphany,
    );
    expect(closed).toMatchObject({ holiday: 'Epiphany' });
  });

  test('is only for numbers of the country, and of those that tell none', () => {
    const noon = at('2027-01-06T11:00:00Z');
    expect(callingHold(HOURS, { phoneNumber: VIENNA, ...NOTHING }, noon, epiphany)).toBeNull();
    expect(callingHold(HOURS, { phoneNumber: SATELLITE, ...NOTHING }, noon, epiphany)).toMatchObject({
      holiday: 'Epiphany',
    });
  });

  test('is allowed where a person allowed any hour, and where calling hours are off', () => {
    const noon = at('2027-01-06T11:00:00Z');
    const callee = { phoneNumber: BERLIN, ...NOTHING };
    expect(callingHold(HOURS, { ...callee, anyHour: true }, noon, epiphany)).toBeNull();
    expect(callingHold({ ...HOURS, enabled: false }, callee, noon, epiphany)).toBeNull();
  });

  test('waits while the holidays of the place are not known', () => {
    const noon = at('2027-01-07T11:00:00Z');
    const hold = callingHold(HOURS, { phoneNumber: BERLIN, ...NOTHING }, noon);
    expect(hold).toMatchObject({ holiday: null, until: expect.toSatisfy((until: number) => until > noon) });
    expect(callingHold(HOURS, { phoneNumber: VIENNA, ...NOTHING }, noon)).toBeNull();
  });

  test('stays away from a place where every day is a holiday, without a hang', () => {
    const noon = at('2027-01-07T11:00:00Z');
    const always: HolidayLookup = () => 'Always';
    const hold = callingHold(HOURS, { phoneNumber: BERLIN, ...NOTHING }, noon, always);
    expect(hold).toMatchObject({ holiday: 'Always', until: noon + DAY_MS });
  });

  test('is held by the holidays in force while it waited, even when they were removed', () => {
    const { enabled: _, ...before } = HOURS;
    const without = { ...HOURS, holidays: [] };
    expect(boundBy([before], without)).toHaveLength(1);
    expect(boundBy([{ ...before, holidays: [] }], HOURS)).toEqual([before]);
    const waiting = { phoneNumber: BERLIN, ...NOTHING, hoursInForce: [before] };
    const hold = callingHold(without, waiting, at('2027-01-06T11:00:00Z'), epiphany);
    expect(hold).toMatchObject({ holiday: 'Epiphany', question: { about: 'earlier_hours' } });
  });
});

describe('the next allowed time', () => {
  const PLACES = [
    { place: { country: 'DE', region: 'BY' }, number: BERLIN },
    { place: { country: 'GB', region: 'ENG' }, number: '+442079460958' },
    { place: { country: 'TR' }, number: '+902121234567' },
    { place: { country: 'US', region: 'CA' }, number: '+14155550123' },
    { place: { country: 'JP' }, number: '+81312345678' },
    { place: { country: 'NZ' }, number: '+6493001234' },
    { place: { country: 'IL' }, number: '+97221234567' },
  ];
  const days = new Map<string, ReadonlyMap<string, string>>();
  const lookup: HolidayLookup = (place, date) => days.get(placeKey(place))?.get(date) ?? null;

  beforeAll(() => {
    for (const { place } of PLACES) {
      const found = publicHolidays(place, 2026, 2029);
      days.set(placeKey(place), new Map(found.map(({ date, name }) => [date, name])));
    }
  });

  test('is never a holiday, never outside of the hours and never far away', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PLACES),
        fc.integer({ min: at('2026-12-01T00:00:00Z'), max: at('2028-12-31T00:00:00Z') }),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 0, max: 22 }),
        ({ place, number }, now, weekdays, hour) => {
          const from = `${String(hour).padStart(2, '0')}:00`;
          const hours = { ...HOURS, from, until: '23:30', weekdays, holidays: [place] };
          const moment = callingMoment(hours, { phoneNumber: number, timeZone: null }, now, lookup);
          expect(moment.at).toBeGreaterThanOrEqual(now);
          expect(moment.at).toBeLessThan(now + 61 * DAY_MS);
          for (const zone of moment.timeZones) {
            const { weekday, minutes, midnight } = localTime(zone, moment.at ?? Number.NaN);
            expect(weekdays).toContain(weekday);
            expect(minutes).toBeGreaterThanOrEqual(hour * 60);
            expect(minutes).toBeLessThan(23 * 60 + 30);
            expect(lookup(place, dateOf(midnight))).toBeNull();
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
