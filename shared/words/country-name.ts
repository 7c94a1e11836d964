let names: Intl.DisplayNames | undefined;

/** The localised name of a country (ISO 3166); its code if there is no name. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(undefined, { type: 'region' });
  return names.of(code) ?? code;
}
