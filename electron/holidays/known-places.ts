import type { HolidayCountry, HolidayPlace } from '../../shared/holidays.ts';
import { HOLIDAY_PLACES } from './holiday-places.ts';

let countries: readonly HolidayCountry[] | undefined;

/** The countries and regions whose public holidays Callboard knows. */
export function holidayCountries(): readonly HolidayCountry[] {
  countries ??= HOLIDAY_PLACES.trim()
    .split('\n')
    .map((line) => {
      const [code = ''] = line.split(' ');
      const regions = line.slice(code.length + 1).split(';');
      return { code, regions: regions.filter((region) => region !== '').map(regionOf) };
    });
  return countries;
}

/** Whether the calendar has the country, and the region in it. */
export function isHolidayPlace({ country, region }: HolidayPlace): boolean {
  const found = holidayCountries().find(({ code }) => code === country);
  return found !== undefined && (region === undefined || found.regions.some(({ code }) => code === region));
}

function regionOf(text: string) {
  const [code = ''] = text.split('=');
  return { code, name: text.slice(code.length + 1) };
}
