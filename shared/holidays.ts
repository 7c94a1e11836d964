import { z } from 'zod';

/** A country (ISO 3166), or a region of one as the calendar of public holidays names it: Bavaria is `DE`, `BY`. */
export const holidayPlace = z.strictObject({
  country: z.string().regex(/^[A-Z]{2}$/),
  region: z
    .string()
    .regex(/^[A-Za-z0-9]{1,20}$/)
    .optional(),
});
export type HolidayPlace = z.output<typeof holidayPlace>;

/** The most places whose holidays a workspace keeps. */
export const MAX_HOLIDAY_PLACES = 10;

/** A region with the name that the calendar gives it. */
interface HolidayRegion {
  readonly code: string;
  readonly name: string;
}

/** A country with public holidays, and its regions that have some of their own. */
export interface HolidayCountry {
  readonly code: string;
  readonly regions: readonly HolidayRegion[];
}

/** A public holiday: `2027-01-06`, `Epiphany`. */
export interface Holiday {
  readonly date: string;
  readonly name: string;
}

/**
 * The name of the public holiday on the day of a local midnight (as if it were UTC, ms); null on other days; undefined while
 * that isn't known.
 */
export type HolidayOn = (midnight: number) => string | null | undefined;

/** The same, by place and local date (`2027-01-06`). */
export type HolidayLookup = (place: HolidayPlace, date: string) => string | null | undefined;

/** Knows no place, so nobody may be called where holidays count. */
export const NO_HOLIDAYS_KNOWN: HolidayLookup = () => undefined;

/** Days without holidays, where none count. */
export const NO_HOLIDAYS: HolidayOn = () => null;

/** One text per place. */
export function placeKey({ country, region }: HolidayPlace): string {
  return region === undefined ? country : `${country}-${region}`;
}

/** Whether each place is named once. */
export function arePlacesDistinct(places: readonly HolidayPlace[]): boolean {
  return new Set(places.map(placeKey)).size === places.length;
}

/** The date of a local midnight that is written as if it were UTC (ms): `2027-01-06`. */
export function dateOf(midnight: number): string {
  return new Date(midnight).toISOString().slice(0, 10);
}
