let names: Intl.DisplayNames | undefined;

/** The localised name of a country (ISO 3166); its code if there is no name. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(undefined, { type: 'region' });
  return names.of(code) ?? code;
}

/** Why numbers of a country (ISO 3166; null if the number doesn't tell) may not be called, after a colon. */
export function countryRefusedWords(country: string | null): string {
  return country === null
    ? 'numbers that don’t tell their country may not be called.'
    : `numbers of ${countryName(country)} may not be called.`;
}
