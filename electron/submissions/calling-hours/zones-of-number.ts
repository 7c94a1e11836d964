import { parsePhoneNumberFromString } from 'libphonenumber-js/max/es6';
import { PHONE_TIME_ZONES } from './phone-time-zones.ts';

/** Countries whose mobile numbers belong to an area (libphonenumber's PhoneNumberUtil, GEO_MOBILE_COUNTRIES). */
const COUNTRIES_WITH_LOCAL_MOBILES = new Set(['52', '54', '55', '62', '86']);

let byPrefix: Map<string, readonly string[]> | undefined;

/**
 * The IANA time zones in which a number (E.164) may be called: one where its area tells, all of the country for a
 * number of no area (a mobile one of Australia, say), none where nothing is known of it. Where a person is now, no
 * number tells. The rule is that of libphonenumber's PhoneNumberToTimeZonesMapper.
 */
export function zonesOfNumber(phoneNumber: string): readonly string[] {
  const parsed = parsePhoneNumberFromString(phoneNumber);
  if (!parsed) return [];
  const { countryCallingCode, country } = parsed;
  const type = parsed.getType();
  const ofAnArea =
    type === 'FIXED_LINE' ||
    type === 'FIXED_LINE_OR_MOBILE' ||
    (type === 'MOBILE' && COUNTRIES_WITH_LOCAL_MOBILES.has(countryCallingCode));
  const digits = ofAnArea ? phoneNumber.replace(/^\+/, '') : countryCallingCode;
  return withinCountry(zonesOfDigits(digits), country);
}

/** By the longest prefix that is known. */
function zonesOfDigits(digits: string): readonly string[] {
  byPrefix ??= readTable();
  for (let length = digits.length; length > 0; length--) {
    const zones = byPrefix.get(digits.slice(0, length));
    if (zones) return zones;
  }
  return [];
}

/** +44 stands for Guernsey and London: of a number of Great Britain the country's own zones are meant. */
function withinCountry(zones: readonly string[], country: string | undefined): readonly string[] {
  if (zones.length < 2 || country === undefined) return zones;
  const own = new Set(timeZonesOf(country));
  const inside = zones.filter((zone) => own.has(zone));
  return inside.length > 0 ? inside : zones;
}

/** Of an ISO 3166 country (ECMA-402 Intl.Locale.getTimeZones, which the compiler's library does not list yet). */
function timeZonesOf(country: string): readonly string[] {
  const locale: Intl.Locale & { getTimeZones?: () => string[] } = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.() ?? [];
}

function readTable(): Map<string, readonly string[]> {
  const lines = PHONE_TIME_ZONES.trim().split('\n');
  return new Map(
    lines.flatMap((line) => {
      const [zones = '', prefixes = ''] = line.split(': ');
      const list = zones.split(' ');
      return prefixes.split(' ').map((prefix) => [prefix, list] as const);
    }),
  );
}
