/** The day and the time of day in a time zone (IANA name) at a moment (UTC ms), however far away: `7 January at 09:00`. */
export function dayAndClockIn(timeZone: string, at: number): string {
  const day = new Intl.DateTimeFormat(undefined, { timeZone, day: 'numeric', month: 'long' }).format(at);
  const time = new Intl.DateTimeFormat(undefined, { timeZone, hour: '2-digit', minute: '2-digit' }).format(
    at,
  );
  return `${day} at ${time}`;
}

/** Current city names for time zones whose IANA name has an older spelling. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Buenos_Aires': 'Buenos Aires',
  'America/Coral_Harbour': 'Atikokan',
  'America/Godthab': 'Nuuk',
  'America/St_Johns': "St. John's",
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Faeroe': 'Faroe Islands',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

/** The city of a time zone: `Los Angeles` for `America/Los_Angeles`; a name without a city is returned unchanged. */
export function cityOf(timeZone: string): string {
  return CURRENT_NAMES[timeZone] ?? (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** `Sydney, Perth or 6 other time zones`: names at most three cities. */
export function placesWords(timeZones: readonly string[]): string {
  const cities = timeZones.map(cityOf);
  const named = cities.length > 3 ? [...cities.slice(0, 2), `${cities.length - 2} other time zones`] : cities;
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(named);
}

/**
 * The local time in a time zone at a moment (UTC ms), with the weekday if it differs from that of `now`: `09:00`,
 * `Mon 09:00`.
 */
export function clockIn(timeZone: string, at: number, now: number): string {
  const time = new Intl.DateTimeFormat(undefined, { timeZone, timeStyle: 'short' }).format(at);
  if (dayIn(timeZone, at) === dayIn(timeZone, now)) return time;
  return `${new Intl.DateTimeFormat(undefined, { timeZone, weekday: 'short' }).format(at)} ${time}`;
}

/** The UTC offset at a moment, such as `GMT+1`. */
export function offsetOf(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function dayIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short' }).format(at);
}
