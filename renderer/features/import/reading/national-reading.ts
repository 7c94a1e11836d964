import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min';

/** What a number without a country code is: of a country (ISO 3166), `+` where only the plus got lost, or unknown. */
export type NationalReading = CountryCode | '+' | null;

/** A reading that was stored as text. */
export function nationalReading(stored: string | null): NationalReading {
  if (stored === '+' || stored === null) return stored;
  return isSupportedCountry(stored) ? stored : null;
}
