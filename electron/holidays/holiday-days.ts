/** Computes public holidays, with a library that takes most of a second to load: only ever in a thread of its own. */

import Holidays from 'date-holidays';
import { DAY_MS } from '../../shared/durations.ts';
import { dateOf, type Holiday, type HolidayPlace } from '../../shared/holidays.ts';

/** How much longer than its days a holiday may last before it touches another one: a change of the clocks, in days. */
const CLOCK_CHANGE = 0.1;

/**
 * The days of a place's public holidays in these years, the last included. Each day counts whole, on which any part of one
 * falls; substitute days count beside the day they replace. Throws for a place that the calendar doesn't know.
 */
export function publicHolidays(place: HolidayPlace, fromYear: number, toYear: number): readonly Holiday[] {
  const calendar = calendarOf(place);
  const days = new Map<string, string>();
  // One may begin on the last day of the year before.
  for (let year = fromYear - 1; year <= toYear; year++) {
    for (const { date, start, end, name } of calendar.getHolidays(year, 'en')) {
      const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
      const count = Math.max(1, Math.ceil((end.getTime() - start.getTime()) / DAY_MS - CLOCK_CHANGE));
      for (let day = 0; day < count; day++) {
        const touched = dateOf(first + day * DAY_MS);
        if (!days.has(touched)) days.set(touched, name);
      }
    }
  }
  const isAsked = (date: string): boolean => {
    const year = Number(date.slice(0, 4));
    return year >= fromYear && year <= toYear;
  };
  return [...days].filter(([date]) => isAsked(date)).map(([date, name]) => ({ date, name }));
}

function calendarOf({ country, region }: HolidayPlace): Holidays {
  const known = new Holidays();
  const isKnown =
    Object.hasOwn(known.getCountries(), country) &&
    (region === undefined || Object.hasOwn(known.getStates(country) ?? {}, region));
  if (!isKnown) throw new Error('The calendar of public holidays does not know this place.');
  const types = { types: ['public' as const] };
  return region === undefined ? new Holidays(country, types) : new Holidays(country, region, types);
}
