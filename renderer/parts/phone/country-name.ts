import type { CountryCode } from 'libphonenumber-js/min/es6';

const names = new Intl.DisplayNames(undefined, { type: 'region' });

/** What a country (ISO 3166) is called where the app runs; its code where nobody knows a name. */
export function countryName(code: CountryCode): string {
  return names.of(code) ?? code;
}
