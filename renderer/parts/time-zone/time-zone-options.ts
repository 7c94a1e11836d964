import { cityOf, offsetOf } from '../../../shared/time-zone-names.ts';

export interface TimeZoneOption {
  /** The IANA name. */
  readonly value: string;
  /** `Los Angeles`. */
  readonly city: string;
  /** `America`; empty for zones without a region. */
  readonly region: string;
  /** `GMT-8`, at the time the list was made for. */
  readonly offset: string;
}

/** All time zones known here, sorted by city, plus those of `also` that may be aliases (`now`: UTC ms). */
export function timeZoneOptions(also: readonly string[], now: number): readonly TimeZoneOption[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...also]);
  return [...names].map((name) => optionOf(name, now)).sort((a, b) => a.city.localeCompare(b.city));
}

function optionOf(value: string, now: number): TimeZoneOption {
  const parts = value.split('/').slice(0, -1);
  const region = parts.join(', ').replaceAll('_', ' ');
  return { value, city: cityOf(value), region, offset: offsetOf(value, now) };
}

/** Time zones whose city, region, offset or IANA name contains every typed word. */
export function matchingTimeZones(
  options: readonly TimeZoneOption[],
  typed: string,
): readonly TimeZoneOption[] {
  const words = typed.toLocaleLowerCase().replaceAll('_', ' ').split(/\s+/).filter(Boolean);
  return options.filter(({ value, city, region, offset }) => {
    const text = `${city} ${region} ${offset} ${value.replaceAll('_', ' ')}`.toLocaleLowerCase();
    // `gmt+1` must not match GMT+10.
    return words.every((word) =>
      word.startsWith('gmt') ? offset.toLocaleLowerCase() === word : text.includes(word),
    );
  });
}
