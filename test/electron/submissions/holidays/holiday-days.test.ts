import { describe, expect, test } from 'vitest';
import { isHolidayPlace } from '../../../../electron/holidays/holiday-calendar.ts';
import { publicHolidays } from '../../../../electron/holidays/holiday-days.ts';
import { HOLIDAY_PLACES } from '../../../../electron/holidays/holiday-places.ts';
import { holidayPlacesModule } from '../../../../scripts/make-holiday-places.ts';

const dates = (country: string, region: string | undefined, year: number) =>
  publicHolidays({ country, ...(region !== undefined && { region }) }, year, year);

describe('public holidays', () => {
  test('are those of the region as well as of its country', () => {
    expect(dates('DE', 'BY', 2027)).toContainEqual({ date: '2027-01-06', name: 'Epiphany' });
    expect(dates('DE', undefined, 2027).map(({ date }) => date)).not.toContain('2027-01-06');
    expect(dates('DE', undefined, 2027)).toContainEqual({ date: '2027-12-25', name: 'Christmas Day' });
  });

  test('include substitute days beside the days they replace', () => {
    const found = dates('GB', 'ENG', 2027).map(({ date }) => date);
    expect(found).toEqual(expect.arrayContaining(['2027-12-25', '2027-12-26', '2027-12-27', '2027-12-28']));
  });

  test('count every day that one of several days touches', () => {
    const found = dates('TR', undefined, 2027).map(({ date }) => date);
    expect(found).toEqual(expect.arrayContaining(['2027-03-09', '2027-03-10', '2027-03-11', '2027-03-12']));
    expect(found).not.toContain('2027-03-13');
  });

  test('take one day where the clocks change on it', () => {
    const fallBack = publicHolidays({ country: 'US' }, 2026, 2030).map(({ date }) => date);
    expect(fallBack).toContain('2026-11-11');
    expect(fallBack).not.toContain('2026-11-12');
    // The last Sunday of October, with 25 hours, is a holiday on 28 October in some years.
    const greek = publicHolidays({ country: 'GR' }, 2029, 2029).map(({ date }) => date);
    expect(greek).not.toContain('2029-10-29');
  });

  test('are of public kind only', () => {
    expect(dates('DE', undefined, 2027).map(({ date }) => date)).not.toContain('2027-12-24');
  });

  test('of an unknown place are refused', () => {
    expect(() => dates('XX', undefined, 2027)).toThrow('does not know');
    expect(() => dates('DE', 'ZZ', 2027)).toThrow('does not know');
  });
});

describe('the list of places', () => {
  test('is that of the library', () => {
    expect(holidayPlacesModule()).toContain(HOLIDAY_PLACES);
  });

  test('tells known places from others', () => {
    expect(isHolidayPlace({ country: 'DE' })).toBe(true);
    expect(isHolidayPlace({ country: 'DE', region: 'BY' })).toBe(true);
    expect(isHolidayPlace({ country: 'DE', region: 'ZZ' })).toBe(false);
    expect(isHolidayPlace({ country: 'XX' })).toBe(false);
  });
});
