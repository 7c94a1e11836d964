import { parsePhoneNumberFromString } from 'libphonenumber-js/max/es6';
import {
  type HolidayLookup,
  type HolidayOn,
  type HolidayPlace,
  NO_HOLIDAYS,
  NO_HOLIDAYS_KNOWN,
} from '../../../../shared/holidays.ts';

/**
 * The public holidays that count for a phone number (E.164): of the places in its country, as no number tells a region; of
 * all places if it doesn't tell its country.
 */
export function holidaysFor(
  places: readonly HolidayPlace[],
  phoneNumber: string,
  lookup: HolidayLookup = NO_HOLIDAYS_KNOWN,
): HolidayOn {
  if (places.length === 0) return NO_HOLIDAYS;
  const country = countryOfNumber(phoneNumber);
  const counting = country === undefined ? places : places.filter((place) => place.country === country);
  return (date) => {
    const found = counting.map((place) => lookup(place, date));
    const holiday = found.find((name) => typeof name === 'string');
    if (holiday !== undefined) return holiday;
    return found.includes(undefined) ? undefined : null;
  };
}

/** The country (ISO 3166) that a number tells. */
export function countryOfNumber(phoneNumber: string): string | undefined {
  return parsePhoneNumberFromString(phoneNumber)?.country;
}
