import { cityOf, offsetOf } from '../../../shared/time-zone-names.ts';

export interface TimeZoneOption {
  /** The IANA name. */
  readonly value: string;
  /** `Los Angeles`. */
  readonly city: string;
  /** `America`; empty for a zone of no region. */
  readonly region: string;
  /** `GMT-8`, at the moment the list was made for. */
  readonly offset: string;
}

/** All time zones of this computer by city, with those of `also` that it knows by another name (`now`: UTC ms). */
export function timeZoneOptions(also: readonly string[], now: number): readonly TimeZoneOption[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...also]);
  return [...names].map((name) => optionOf(name, now)).sort((a, b) => a.city.localeCompare(b.city));
}

function optionOf(value: string, now: number): TimeZoneOption {
  const parts = value.split('/').slice(0, -1);
  const region = parts.join(', ').replaceAll('_', ' ');
  return { value, city: cityOf(value), region, offset: offsetOf(value, now) };
}

/** Those whose city, region, offset or IANA name contains every word that was typed. */
export function matchingTimeZones(
  options: readonly TimeZoneOption[],
  typed: string,
): readonly TimeZoneOption[] {
  const words = typed.toLocaleLowerCase().replaceAll('_', ' ').split(/\s+/).filter(Boolean);
  return options.filter(({ value, city, region, offset }) => {
    const text = `${city} ${region} ${offset} ${value.replaceAll('_', ' ')}`.toLocaleLowerCase();
    // `gmt+1` is not meant to find GMT+10.
    return words.every((word) =>
      word.startsWith('gmt') ? offset.toLocaleLowerCase() === word : text.includes(word),
    );
  });
}
