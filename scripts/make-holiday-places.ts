/**
 * Writes `electron/holidays/holiday-places.ts`: the countries and regions that the calendar of
 * public holidays knows. Run it after an update of `date-holidays`; a test says when that is needed. The library itself is
 * too slow to load where policies are judged.
 *
 *   node scripts/make-holiday-places.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Holidays from 'date-holidays';

const target = join(import.meta.dirname, '../electron/holidays/holiday-places.ts');

/** The module's text: a line per country, `DE BB=Brandenburg;BE=Berlin`. */
export function holidayPlacesModule(): string {
  const calendar = new Holidays();
  const lines = Object.keys(calendar.getCountries())
    .sort()
    .map((country) => {
      const regions = Object.entries(calendar.getStates(country, 'en') ?? {});
      return `${country} ${regions.map(([code, name]) => `${code}=${name}`).join(';')}`.trim();
    });
  return `/**
 * Countries and regions with public holidays. Written by scripts/make-holiday-places.ts; data: date-holidays (CC BY-SA 3.0).
 * A line: country (ISO 3166), then its regions with their names.
 */
export const HOLIDAY_PLACES = \`
${lines.join('\n')}
\`;
`;
}

if (import.meta.main) writeFileSync(target, holidayPlacesModule());
