import { parsePhoneNumberFromString } from 'libphonenumber-js/max/es6';
import { PHONE_TIME_ZONES } from './phone-time-zones.ts';

/** Countries whose mobile numbers belong to an area (libphonenumber's PhoneNumberUtil, GEO_MOBILE_COUNTRIES). */
const COUNTRIES_WITH_LOCAL_MOBILES = new Set(['52', '54', '55', '62', '86']);

let byPrefix: Map<string, readonly string[]> | undefined;

/**
 * The IANA time zones a number (E.164) may be in: those of its area if it has one, otherwise all of its country (an
 * Australian mobile, for example), none if unknown. No number tells where its owner is now. Same rule as libphonenumber's
 * PhoneNumberToTimeZonesMapper.
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

/** The zones of the longest known prefix. */
function zonesOfDigits(digits: string): readonly string[] {
  byPrefix ??= readTable();
  for (let length = digits.length; length > 0; length--) {
    const zones = byPrefix.get(digits.slice(0, length));
    if (zones) return zones;
  }
  return [];
}

/** +44 covers Guernsey and London: for a number of Great Britain, only the country's own zones count. */
function withinCountry(zones: readonly string[], country: string | undefined): readonly string[] {
  if (zones.length < 2 || country === undefined) return zones;
  const own = new Set(timeZonesOf(country));
  const inside = zones.filter((zone) => own.has(zone));
  return inside.length > 0 ? inside : zones;
}

/** The zones of an ISO 3166 country (ECMA-402 Intl.Locale.getTimeZones, not in the compiler's library yet). */
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
