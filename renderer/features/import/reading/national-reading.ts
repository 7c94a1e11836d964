import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min/es6';

/** How to read numbers without a country code: a country (ISO 3166), `+` if only the plus is missing, null if unknown. */
export type NationalReading = CountryCode | '+' | null;

/** Parses a stored country; null if it is not supported. */
export function rememberedCountry(stored: string | null): CountryCode | null {
  return stored !== null && isSupportedCountry(stored) ? stored : null;
}

/** Parses the value of a select option. */
export function nationalReading(stored: string | null): NationalReading {
  return stored === '+' ? stored : rememberedCountry(stored);
}
