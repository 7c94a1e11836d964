import { describe, expect, test } from 'vitest';
import { callingMoment, zonesOfNumber } from '../../../electron/submissions/calling-hours.ts';
import { PHONE_TIME_ZONES } from '../../../electron/submissions/phone-time-zones.ts';
import { isTimeZone } from '../../../shared/calling-hours.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { HolidayLookup } from '../../../shared/holidays.ts';
import { localTime } from '../../../shared/zoned-time.ts';

const HOURS = {
  enabled: true,
  from: '09:00',
  until: '18:00',
  weekdays: [1, 2, 3, 4, 5],
  ownHours: [],
  holidays: [],
  defaultTimeZone: 'Europe/Berlin',
};
/** A Wednesday, noon in Berlin. */
const NOON = Date.parse('2026-11-18T11:00:00Z');
const at = (phoneNumber: string, timeZone: string | null = null): string =>
  new Date(callingMoment(HOURS, { phoneNumber, timeZone }, NOON).at ?? Number.NaN).toISOString();

describe('the time zone of a number', () => {
  test.each([
    ['+4915112345678', ['Europe/Berlin']],
    ['+442079460000', ['Europe/London']],
    ['+12125550123', ['America/New_York']],
    ['+14155550123', ['America/Los_Angeles']],
    ['+18085550123', ['Pacific/Honolulu']],
    ['+34928123456', ['Atlantic/Canary']],
    ['+14035550123', ['America/Edmonton']],
    ['+919876543210', ['Asia/Calcutta']],
  ])('of %s is %s', (number, zones) => {
    expect(zonesOfNumber(number)).toEqual(zones);
  });

  test('is ambiguous for a mobile number of a wide country', () => {
    expect(zonesOfNumber('+61412345678')).toContain('Australia/Sydney');
    expect(zonesOfNumber('+61412345678')).toContain('Australia/Perth');
  });

  test('is unknown for a number without a country', () => {
    expect(zonesOfNumber('+999123456')).toEqual([]);
  });

  test('is known to this computer for every entry of the table', () => {
    const zones = PHONE_TIME_ZONES.trim()
      .split('\n')
      .flatMap((line) => (line.split(': ')[0] ?? '').split(' '));
    expect(zones.length).toBeGreaterThan(300);
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  });
});

describe('the moment of a call', () => {
  test('is now during calling hours, otherwise the next opening', () => {
    expect(at('+4915112345678')).toBe('2026-11-18T11:00:00.000Z');
    expect(at('+14155550123')).toBe('2026-11-18T17:00:00.000Z');
  });

  test('follows the time zone that a person chose', () => {
    expect(at('+4915112345678', 'America/Los_Angeles')).toBe('2026-11-18T17:00:00.000Z');
  });

  test('follows the number if this computer does not know the chosen zone', () => {
    expect(at('+14155550123', 'Mars/Olympus_Mons')).toBe('2026-11-18T17:00:00.000Z');
  });

  test('follows the default zone if the number has none', () => {
    expect(callingMoment(HOURS, { phoneNumber: '+999123456', timeZone: null }, NOON)).toEqual({
      at: NOON,
      timeZones: ['Europe/Berlin'],
    });
  });

  test.each([
    ['an Australian mobile with narrow hours', '+61412345678', { from: '12:00', until: '12:30' }],
    ['a Russian mobile', '+79123456789', {}],
    ['a Russian freephone number', '+78001234567', {}],
  ])('is not known for %s: its zones share no hour', (_what, phoneNumber, changes) => {
    const moment = callingMoment({ ...HOURS, ...changes }, { phoneNumber, timeZone: null }, NOON);
    expect(moment).toEqual({ at: null, timeZones: zonesOfNumber(phoneNumber) });
    expect(moment.timeZones.length).toBeGreaterThan(1);
  });

  test('is at an hour that all possible zones share, if there is one', () => {
    const wide = { ...HOURS, from: '08:00', until: '22:00' };
    const { at: moment, timeZones } = callingMoment(
      wide,
      { phoneNumber: '+79123456789', timeZone: null },
      NOON,
    );
    expect(timeZones).toContain('Asia/Kamchatka');
    for (const zone of timeZones) {
      const { minutes } = localTime(zone, moment ?? Number.NaN);
      expect(minutes).toBeGreaterThanOrEqual(8 * 60);
      expect(minutes).toBeLessThan(22 * 60);
    }
  });

  test('waits for the next shared hour if a holiday takes one away, and asks nobody', () => {
    const hours = { ...HOURS, from: '08:00', until: '22:00', holidays: [{ country: 'RU' }] };
    const holiday: HolidayLookup = (_place, date) => (date === '2026-11-19' ? 'Holiday' : null);
    const callee = { phoneNumber: '+79123456789', timeZone: null };
    const without = callingMoment(hours, callee, NOON, () => null).at ?? Number.NaN;
    const moment = callingMoment(hours, callee, NOON, holiday).at ?? Number.NaN;
    expect(localTime('Asia/Kamchatka', without).weekday).toBe(4);
    expect(moment).toBeGreaterThan(without);
    expect(callingMoment(hours, callee, NOON, () => 'Always')).toMatchObject({
      at: NOON + DAY_MS,
      holiday: 'Always',
    });
  });

  test('is always now while calling hours are off', () => {
    const off = { ...HOURS, enabled: false };
    expect(callingMoment(off, { phoneNumber: '+14155550123', timeZone: null }, NOON).at).toBe(NOON);
  });
});
