import { describe, expect, test } from 'vitest';
import {
  fromZonedInput,
  lastTimeZone,
  sameLocalTime,
  sendLaterPresets,
  toZonedInput,
} from '../../shared/send-later.ts';

/** The presets at a local time, as local times by name. */
function presetsAt(timeZone: string, local: string): Record<string, string> {
  const now = fromZonedInput(local, timeZone) ?? Number.NaN;
  return Object.fromEntries(
    sendLaterPresets(timeZone, now).map(({ name, at }) => [name, toZonedInput(at, timeZone)]),
  );
}

describe('the presets of Send later', () => {
  test('are an hour, tomorrow at 9:00 and Monday at 9:00, in local time', () => {
    expect(presetsAt('Europe/Berlin', '2026-11-25T14:20')).toEqual({
      in_an_hour: '2026-11-25T15:20',
      tomorrow: '2026-11-26T09:00',
      monday: '2026-11-30T09:00',
    });
  });

  test('offer 9:00 of the same day until it has come', () => {
    expect(presetsAt('America/Los_Angeles', '2026-11-25T04:00')).toMatchObject({
      today: '2026-11-25T09:00',
      tomorrow: '2026-11-26T09:00',
    });
    // An hour from then is 9:00 too.
    expect(presetsAt('America/Los_Angeles', '2026-11-25T08:00')).toEqual({
      in_an_hour: '2026-11-25T09:00',
      tomorrow: '2026-11-26T09:00',
      monday: '2026-11-30T09:00',
    });
  });

  test('on a Monday mean the next one by Monday, a minute before 9:00 and at 9:00', () => {
    expect(presetsAt('Europe/Berlin', '2026-11-23T08:59')).toEqual({
      in_an_hour: '2026-11-23T09:59',
      today: '2026-11-23T09:00',
      tomorrow: '2026-11-24T09:00',
      monday: '2026-11-30T09:00',
    });
    expect(presetsAt('Europe/Berlin', '2026-11-23T09:00')).toEqual({
      in_an_hour: '2026-11-23T10:00',
      tomorrow: '2026-11-24T09:00',
      monday: '2026-11-30T09:00',
    });
  });

  test('on a Sunday offer Monday once, as tomorrow', () => {
    expect(presetsAt('Asia/Kolkata', '2026-11-29T20:10')).toEqual({
      in_an_hour: '2026-11-29T21:10',
      tomorrow: '2026-11-30T09:00',
    });
  });

  test('keep the local time where clocks change in between', () => {
    // Europe: back on 25 October 2026, forward on 28 March 2027. The United States: back on 1 November, forward on 14 March.
    expect(presetsAt('Europe/Berlin', '2026-10-24T12:00')['tomorrow']).toBe('2026-10-25T09:00');
    expect(presetsAt('Europe/Berlin', '2027-03-27T12:00')['tomorrow']).toBe('2027-03-28T09:00');
    expect(presetsAt('America/New_York', '2026-10-30T12:00')['monday']).toBe('2026-11-02T09:00');
    expect(presetsAt('America/New_York', '2027-03-12T12:00')['monday']).toBe('2027-03-15T09:00');
  });

  test('count an hour as 60 minutes when clocks change, rounded up to a full minute', () => {
    const beforeBack = Date.parse('2026-10-25T00:30:00Z');
    expect(sendLaterPresets('Europe/Berlin', beforeBack)[0]).toEqual({
      name: 'in_an_hour',
      at: beforeBack + 3_600_000,
    });
    expect(sendLaterPresets('Europe/Berlin', beforeBack + 1)[0]?.at).toBe(beforeBack + 3_660_000);
  });

  test('hold in zones with half and quarter hours, and where it is another day', () => {
    // Monday 23:50 UTC: Tuesday in each.
    const now = Date.parse('2026-11-23T23:50:00Z');
    const tomorrowIn = (zone: string) =>
      sendLaterPresets(zone, now).find(({ name }) => name === 'tomorrow')?.at;
    expect(tomorrowIn('Asia/Kolkata')).toBe(Date.parse('2026-11-25T03:30:00Z'));
    expect(tomorrowIn('Asia/Kathmandu')).toBe(Date.parse('2026-11-25T03:15:00Z'));
    expect(tomorrowIn('Pacific/Kiritimati')).toBe(Date.parse('2026-11-24T19:00:00Z'));
    expect(tomorrowIn('Pacific/Pago_Pago')).toBe(Date.parse('2026-11-24T20:00:00Z'));
  });

  test('are all later than now, at any hour of a year', () => {
    for (const zone of ['Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Chatham']) {
      const start = Date.parse('2026-01-01T00:00:00Z');
      for (let hour = 0; hour < 365 * 24; hour += 23) {
        const now = start + hour * 3_600_000;
        const presets = sendLaterPresets(zone, now);
        expect(presets.filter(({ at }) => at <= now)).toEqual([]);
        expect(presets.length).toBeGreaterThan(1);
        for (const { name, at } of presets) {
          if (name !== 'in_an_hour') expect(toZonedInput(at, zone).slice(11)).toBe('09:00');
        }
      }
    }
  });
});

test('of several time zones, the last to reach a time is used', () => {
  const now = Date.parse('2026-11-23T12:00:00Z');
  expect(lastTimeZone(['Australia/Adelaide', 'Australia/Perth', 'Australia/Sydney'], now)).toBe(
    'Australia/Perth',
  );
  expect(lastTimeZone([], now)).toBeUndefined();
  // Across the date line: a day later in Honolulu.
  expect(lastTimeZone(['Pacific/Auckland', 'Pacific/Honolulu'], now)).toBe('Pacific/Honolulu');
});

test('a local time stays the same in another time zone', () => {
  const nine = Date.parse('2026-11-24T08:00:00Z');
  expect(sameLocalTime(nine, 'Europe/Berlin', 'America/Los_Angeles')).toBe(
    Date.parse('2026-11-24T17:00:00Z'),
  );
  expect(sameLocalTime(nine + 7, 'Europe/Berlin', 'Europe/Berlin')).toBe(nine + 7);
});

describe('the value of a date and time field', () => {
  test.each(['2026-11-24T09:00', '2026-02-28T23:59', '0002-05-04T09:30', '9999-12-31T00:00'])(
    'is formatted as it was parsed: %s',
    (text) => {
      for (const zone of ['Europe/Berlin', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Kiritimati']) {
        expect(toZonedInput(fromZonedInput(text, zone) ?? 0, zone)).toBe(text);
      }
    },
  );

  test('that clocks skip is an hour later, never earlier', () => {
    expect(fromZonedInput('2026-03-29T02:30', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T01:30:00Z'));
    expect(fromZonedInput('2026-03-08T02:30', 'America/New_York')).toBe(Date.parse('2026-03-08T07:30:00Z'));
  });

  test('is no time if it is empty or no date', () => {
    expect(fromZonedInput('', 'Europe/Berlin')).toBeNull();
    expect(fromZonedInput('soon', 'Europe/Berlin')).toBeNull();
  });
});
