import { describe, expect, test } from 'vitest';
import { boundAfter, boundBy, callingHold } from '../../../electron/submissions/calling-hours.ts';
import type { CallingHours } from '../../../shared/calling-hours.ts';
import { TIME_ZONE_NEEDED } from '../../../shared/outbox.ts';
import type { CallingHold, Submission } from '../../../shared/submission.ts';
import { sampleSubmission } from '../sample-submission.ts';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const BERLIN = '+493012345678';

function hours(from: string, until: string, changes: Partial<CallingHours> = {}): CallingHours {
  return {
    enabled: true,
    from,
    until,
    weekdays: EVERY_DAY,
    ownHours: [],
    holidays: [],
    defaultTimeZone: 'Europe/Berlin',
    ...changes,
  };
}

/** Every number here tells its time zone. */
function holdOf(...asked: Parameters<typeof callingHold>): CallingHold | null {
  const hold = callingHold(...asked);
  if (hold === TIME_ZONE_NEEDED) throw new Error('The number tells its time zone.');
  return hold;
}

const OFF = hours('09:00', '18:00', { enabled: false });

/** That time on a Wednesday in Berlin. */
function at(clock: string): number {
  return Date.parse(`2026-11-18T${clock}:00+01:00`);
}

function boundTo(...all: CallingHours[]): Submission {
  const hoursInForce = all.map(({ enabled: _, ...each }) => each);
  return sampleSubmission({ phoneNumber: BERLIN, hoursInForce });
}

describe('whether a held submission may be sent under other hours', () => {
  // The hours that held it, the current ones, the moment, and the result.
  test.each([
    [hours('09:00', '18:00'), OFF, '00:05', 'asks', '09:00'],
    [hours('09:00', '18:00'), OFF, '08:59', 'asks', '09:00'],
    [hours('09:00', '18:00'), OFF, '09:00', 'goes', null],
    [hours('09:00', '18:00'), OFF, '17:59', 'goes', null],
    [hours('09:00', '18:00'), hours('07:00', '22:00'), '00:05', 'waits', '07:00'],
    [hours('09:00', '18:00'), hours('07:00', '22:00'), '07:00', 'asks', '09:00'],
    [hours('09:00', '18:00'), hours('07:00', '22:00'), '12:00', 'goes', null],
    [hours('09:00', '18:00'), hours('10:00', '12:00'), '09:30', 'waits', '10:00'],
    [hours('09:00', '18:00'), hours('10:00', '12:00'), '11:00', 'goes', null],
    [hours('09:00', '18:00', { weekdays: [4] }), hours('09:00', '18:00'), '12:00', 'asks', null],
    [hours('09:00', '18:00', { weekdays: [3] }), hours('09:00', '18:00'), '12:00', 'goes', null],
  ])('%o and %o at %s', (earlier, present, clock, what, until) => {
    const hold = holdOf(present, boundTo(earlier), at(clock));
    expect(hold === null ? 'goes' : hold.question ? 'asks' : 'waits').toBe(what);
    if (until !== null) expect(hold?.until).toBe(at(until));
  });

  test('uses the default time zone of those hours', () => {
    const pacific = hours('09:00', '18:00', { defaultTimeZone: 'America/Los_Angeles' });
    const unknown = { ...boundTo(pacific), phoneNumber: '+870773111632' };
    expect(holdOf(hours('09:00', '18:00'), unknown, at('13:00'))?.question?.about).toBe('earlier_hours');
  });

  test('is yes if a person says so: at any hour, or for this quarter of an hour', () => {
    const one = boundTo(hours('09:00', '18:00'));
    const now = at('00:05');
    expect(holdOf(OFF, { ...one, anyHour: true }, now)).toBeNull();
    expect(holdOf(OFF, { ...one, hoursWaivedUntil: now + 1 }, now)).toBeNull();
    expect(holdOf(OFF, { ...one, hoursWaivedUntil: now }, now)).not.toBeNull();
  });

  test('needs a person if its hours are no longer known, until the moment it was held for', () => {
    const held = { until: at('09:00'), timeZone: 'Europe/Berlin' };
    const one = sampleSubmission({ phoneNumber: BERLIN, callingHold: held });
    expect(holdOf(OFF, one, at('08:59'))?.question?.about).toBe('earlier_hours');
    expect(holdOf(OFF, one, at('09:00'))).toBeNull();
  });
});

describe('the hours that bind a submission', () => {
  test('are kept separately, without those that narrower ones include', () => {
    const wide = hours('08:00', '20:00');
    const narrow = hours('09:00', '18:00');
    const { hoursInForce } = boundTo(narrow);
    expect(boundBy(hoursInForce, wide)).toBe(hoursInForce);
    expect(boundBy(boundTo(wide).hoursInForce, narrow)).toEqual(hoursInForce);
    expect(boundBy(hoursInForce, hours('12:00', '22:00'))).toHaveLength(2);
    expect(boundBy(hoursInForce, OFF)).toBe(hoursInForce);
    expect(boundBy(undefined, OFF)).toBeUndefined();
  });

  test('count by the day: hours are narrower only if they are on every day', () => {
    const { hoursInForce } = boundTo(hours('09:00', '18:00'));
    const shortFriday = hours('09:00', '18:00', {
      ownHours: [{ weekday: 5, from: '10:00', until: '12:00' }],
    });
    const longFriday = hours('09:00', '18:00', { ownHours: [{ weekday: 5, from: '09:00', until: '21:00' }] });
    expect(boundBy(hoursInForce, longFriday)).toBe(hoursInForce);
    expect(boundBy(hoursInForce, shortFriday)).toEqual(boundTo(shortFriday).hoursInForce);
  });

  test('hold nobody for ever if they have no moment in common', () => {
    const one = boundTo(hours('09:00', '12:00'), hours('18:00', '22:00'));
    let now = at('00:05');
    let current = one;
    const asked: string[] = [];
    for (let checks = 0; checks < 5; checks++) {
      const hold = holdOf(OFF, current, now);
      if (!hold) break;
      asked.push(new Date(hold.until).toISOString());
      current = { ...current, hoursInForce: boundAfter(current, hold, OFF, now) };
      now = hold.until;
    }
    expect(asked).toEqual([new Date(at('09:00')).toISOString(), new Date(at('18:00')).toISOString()]);
  });
});
