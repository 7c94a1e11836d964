import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min/es6';

/** What a number without a country code is: of a country (ISO 3166), `+` where only the plus got lost, or unknown. */
export type NationalReading = CountryCode | '+' | null;

/** A country that was stored as text. */
export function rememberedCountry(stored: string | null): CountryCode | null {
  return stored !== null && isSupportedCountry(stored) ? stored : null;
}

/** A reading as it stands in a list of choices. */
export function nationalReading(stored: string | null): NationalReading {
  return stored === '+' ? stored : rememberedCountry(stored);
}
