/** How people know the cities that time zones are named after, where the name kept an older spelling. */
const TODAY: Readonly<Record<string, string>> = {
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

/** The city that a time zone is named after: `Los Angeles` of `America/Los_Angeles`; a name without one as it is. */
export function cityOf(timeZone: string): string {
  return TODAY[timeZone] ?? (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/**
 * What the clocks of a time zone show at a moment (UTC ms), with the day where it is another one there than at `now`:
 * `09:00`, `Mon 09:00`. `locale`: undefined for the system's.
 */
export function clockIn(timeZone: string, at: number, now: number, locale?: string): string {
  const time = new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit' }).format(at);
  if (dayIn(timeZone, at) === dayIn(timeZone, now)) return time;
  return `${new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short' }).format(at)} ${time}`;
}

/** The distance to UTC at a moment, as `GMT+1`. */
export function offsetOf(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

function dayIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short' }).format(at);
}
