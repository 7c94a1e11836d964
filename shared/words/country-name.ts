let names: Intl.DisplayNames | undefined;

/** What a country (ISO 3166) is called where the app runs; its code where nobody knows a name. */
export function countryName(code: string): string {
  names ??= new Intl.DisplayNames(undefined, { type: 'region' });
  return names.of(code) ?? code;
}
