import { describe, expect, test, vi } from 'vitest';
import { HolidayCalendar, workerHolidaySource } from '../../../../electron/holidays/holiday-calendar.ts';

const BAVARIA = { country: 'DE', region: 'BY' };
const WORKER = new URL('../../../../electron/holidays/holiday-worker.ts', import.meta.url);

function calendarAt(now: () => number) {
  const jobs: { fromYear: number; toYear: number }[] = [];
  let failing = false;
  const onTrouble = vi.fn();
  const onKnown = vi.fn();
  const calendar = new HolidayCalendar({
    source: (job, done) => {
      jobs.push(job);
      if (failing) return Promise.reject(new Error('No thread.'));
      for (const { country, region } of job.places) {
        const days = Array.from({ length: job.toYear - job.fromYear + 1 }, (_, at) => ({
          date: `${job.fromYear + at}-01-06`,
          name: 'Epiphany',
        }));
        done({ place: region === undefined ? country : `${country}-${region}`, days });
      }
      return Promise.resolve();
    },
    onKnown,
    onTrouble,
    now,
  });
  return { calendar, jobs, onKnown, onTrouble, fail: (on: boolean) => (failing = on) };
}

describe('the calendar of public holidays', () => {
  test('knows nothing of a place until it was computed, then this and the next two years', async () => {
    const { calendar, onKnown } = calendarAt(() => Date.parse('2026-11-23T12:00:00Z'));
    expect(calendar.on(BAVARIA, '2027-01-06')).toBeUndefined();
    await calendar.ready([BAVARIA]);
    expect(onKnown).toHaveBeenCalledTimes(1);
    expect(calendar.on(BAVARIA, '2027-01-06')).toBe('Epiphany');
    expect(calendar.on(BAVARIA, '2027-01-07')).toBeNull();
    expect(calendar.on(BAVARIA, '2028-12-31')).toBeNull();
    expect(calendar.on(BAVARIA, '2029-01-01')).toBeUndefined();
  });

  test('computes a place again when the year has changed, and keeps what it knows meanwhile', async () => {
    let now = Date.parse('2026-12-31T23:00:00Z');
    const { calendar, jobs } = calendarAt(() => now);
    await calendar.ready([BAVARIA]);
    now = Date.parse('2027-01-01T01:00:00Z');
    expect(calendar.on(BAVARIA, '2027-01-06')).toBe('Epiphany');
    await vi.waitFor(() => expect(calendar.on(BAVARIA, '2029-01-06')).toBe('Epiphany'));
    expect(jobs).toHaveLength(2);
  });

  test('stays ignorant after a failure, and tries again a minute later', async () => {
    let now = Date.parse('2026-11-23T12:00:00Z');
    const { calendar, jobs, onTrouble, fail } = calendarAt(() => now);
    fail(true);
    await calendar.ready([BAVARIA]);
    expect(onTrouble).toHaveBeenCalledTimes(1);
    expect(calendar.on(BAVARIA, '2027-01-06')).toBeUndefined();
    fail(false);
    await calendar.ready([BAVARIA]);
    expect(jobs).toHaveLength(1);
    now += 60_000;
    await calendar.ready([BAVARIA]);
    expect(calendar.on(BAVARIA, '2027-01-06')).toBe('Epiphany');
  });

  test('has the real holidays from its thread, and tells of places the library does not know', async () => {
    const onTrouble = vi.fn();
    const calendar = new HolidayCalendar({
      source: workerHolidaySource(WORKER),
      onKnown: () => {},
      onTrouble,
      now: () => Date.parse('2026-11-23T12:00:00Z'),
    });
    await vi.waitFor(
      async () =>
        expect(await calendar.following(BAVARIA, '2027-01-02', 1)).toEqual([
          { date: '2027-01-06', name: 'Epiphany' },
        ]),
      { timeout: 20_000 },
    );
    expect(onTrouble).not.toHaveBeenCalled();
    await calendar.ready([{ country: 'DE', region: 'ZZ' }]);
    await vi.waitFor(() => expect(onTrouble).toHaveBeenCalled(), { timeout: 20_000 });
  });
});
