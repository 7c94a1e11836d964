import { DAY_MS } from '../../shared/durations.ts';
import type { CallingTime } from '../../shared/ipc/submission-calls.ts';
import { lastTimeZone } from '../../shared/send-later.ts';
import { cityOf, clockIn, offsetOf, placesWords } from '../../shared/time-zone-names.ts';
import { localTime } from '../../shared/zoned-time.ts';
import { formatPlanned } from './format.ts';

/** A moment (UTC ms) in a time zone's local time: `today 14:30`, `tomorrow 09:00`, `Mon 30 Nov, 09:00`. */
export function dayAndTimeIn(timeZone: string, at: number, now: number): string {
  const day = relativeDay(timeZone, at, now);
  const time = timeIn(timeZone, at);
  return day === null ? `${dateIn(timeZone, at, now)}, ${time}` : `${day} ${time}`;
}

/** The time of day in a time zone, as the system's locale writes it: `09:00`, `9:00 AM`. */
export function timeIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat(undefined, { timeZone, timeStyle: 'short' }).format(at);
}

/** The date in a time zone, with the weekday, and with the year if it is another: `Mon 30 Nov`. */
export function dateIn(timeZone: string, at: number, now: number): string {
  const year = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric' });
  return new Intl.DateTimeFormat(undefined, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(year.format(at) !== year.format(now) && { year: 'numeric' }),
  })
    .format(at)
    .replace(/^(\p{L}+),/u, '$1');
}

function relativeDay(timeZone: string, at: number, now: number): string | null {
  const days = (localTime(timeZone, at).midnight - localTime(timeZone, now).midnight) / DAY_MS;
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : null;
}

/** This computer's time zone. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** When a submission is sent that waits for its chosen time: `Sends tomorrow 9:00 (their time)`. `now`: UTC ms. */
export function sendsWords(time: ChosenTime, now: number): string {
  return `Sends ${chosenTimeWords(time, now)}`;
}

/** A chosen time in a sentence, on the clock it was chosen on, with the user's own time if the clocks differ. */
export function chosenTimeWords({ at, timeZone }: ChosenTime, now: number): string {
  if (timeZone === null) return dayAndTimeIn(ownTimeZone(), at, now);
  const own = ownWords(at, timeZone, now);
  return `${dayAndTimeIn(timeZone, at, now)} (their time)${own === null ? '' : `, ${own} yours`}`;
}

/** A chosen time for a field's description, on both clocks if they differ. `timeZone`: the candidate's; null if unknown. */
export function bothClocksWords(at: number, timeZone: string | null, now: number): string {
  if (timeZone === null) return `${capitalised(dayAndTimeIn(ownTimeZone(), at, now))}, your time.`;
  const there = capitalised(`${dayAndTimeIn(timeZone, at, now)} in ${cityOf(timeZone)}`);
  const own = ownWords(at, timeZone, now);
  return own === null ? `${there}.` : `${there}, ${own} your time.`;
}

/** The same moment on the user's clock, with the day if it is another one; null if both clocks show the same. */
export function ownWords(at: number, timeZone: string, now: number): string | null {
  const own = ownTimeZone();
  if (offsetOf(own, at) === offsetOf(timeZone, at)) return null;
  const here = dayAndTimeIn(own, at, now);
  const [time, ownTime] = [timeIn(timeZone, at), timeIn(own, at)];
  const isSameDay = here.slice(0, -ownTime.length) === dayAndTimeIn(timeZone, at, now).slice(0, -time.length);
  return isSameDay ? ownTime : here;
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** On whose clock the times of Send later are, and why. */
export interface SendLaterZone {
  /** IANA name. */
  readonly timeZone: string;
  /**
   * - `one`      the candidate's only time zone
   * - `several`  the candidate may be in several: the last of them to reach a time
   * - `unknown`  the number tells none: the user's own
   * - `no_number` there is no valid number yet: the user's own
   * - `own`      there is no single candidate: the user's own
   */
  readonly basis: 'one' | 'several' | 'unknown' | 'no_number' | 'own';
}

/** A time that a person chose, and the candidate's time zone in which they chose it; null for their own. */
export interface ChosenTime {
  /** UTC ms. */
  readonly at: number;
  readonly timeZone: string | null;
}

/** The user's own time zone, where there is no single candidate. */
export function ownSendLaterZone(): SendLaterZone {
  return { timeZone: ownTimeZone(), basis: 'own' };
}

/** The zone for a candidate who may be in these time zones; null while there is no valid number. */
export function sendLaterZone(timeZones: readonly string[] | null, now: number): SendLaterZone {
  if (timeZones === null) return { timeZone: ownTimeZone(), basis: 'no_number' };
  const last = lastTimeZone(timeZones, now);
  if (last === undefined) return { timeZone: ownTimeZone(), basis: 'unknown' };
  return { timeZone: last, basis: timeZones.length === 1 ? 'one' : 'several' };
}

/** Whether the times are on the candidate's clock. */
export function isTheirClock({ basis }: SendLaterZone): boolean {
  return basis === 'one' || basis === 'several';
}

/** Says on whose clock the times are. */
export function zoneWords({ timeZone, basis }: SendLaterZone): string {
  const city = cityOf(timeZone);
  switch (basis) {
    case 'one':
      return `Times are the candidate's, in ${city}.`;
    case 'several':
      return `This number can be in several time zones. Times are for ${city}, where the day starts last.`;
    case 'unknown':
      return `This number doesn't tell its time zone. Times are yours, in ${city}.`;
    case 'no_number':
      return `Times are yours, in ${city}, until you enter the phone number.`;
    default:
      return `Times are yours, in ${city}.`;
  }
}
/** The validation message for a chosen time; `unfinished` means that date or time is missing. */
export function notBeforeProblem(at: number | null, unfinished: boolean, now: number): string | null {
  if (unfinished) return 'Enter both the date and the time, or clear the field.';
  if (at !== null && at <= now) return 'This time has passed. Choose a later one, or clear the field.';
  return null;
}

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

/** A time this close counts as now, ms: the calling time is refreshed once a minute. */
const NOW_TOLERANCE_MS = 90_000;

/** Says where a candidate is and when they may be called. `now`: UTC ms. */
export function callingTimeWords(
  { at, timeZones, candidateTimeZones, holiday }: CallingTime,
  notBefore: number | null,
  now: number,
): string {
  if (holiday === null)
    return 'The public holidays of the candidate’s place aren’t known yet. It waits until they are.';
  if (at === null)
    return `This number can be in ${placesWords(timeZones)}, which share no calling hour. Choose the candidate’s time zone, or it waits in the Outbox until you do.`;
  const earliest = Math.max(now, notBefore ?? 0);
  return `${candidateTimeZones.length === 0 ? 'This number tells no time zone, so the workspace’s default counts. ' : ''}${whereWords(timeZones, now)} ${holiday === undefined ? '' : `Calls wait for a public holiday there (${holiday}). `}${whenWords(at, timeZones, earliest, now)}`;
}

function whereWords(timeZones: readonly string[], now: number): string {
  const [first, ...others] = timeZones;
  if (first === undefined) return '';
  if (others.length === 0) return `In ${cityOf(first)} it is ${clockIn(first, now, now)} now.`;
  return `This number can be in ${placesWords(timeZones)}: it waits for the hours of each of them.`;
}

function whenWords(at: number, timeZones: readonly string[], earliest: number, now: number): string {
  if (at - earliest < NOW_TOLERANCE_MS) {
    return earliest > now
      ? 'The time chosen is within the calling hours.'
      : 'That is within the calling hours.';
  }
  const [first, ...others] = timeZones;
  const here = formatPlanned(at, now);
  if (first === undefined || others.length > 0 || hasLocalTime(first, at)) return `It goes out ${here}.`;
  return `It goes out ${here} your time, ${clockIn(first, at, now)} there.`;
}

/** Whether a time zone has this computer's local time. */
function hasLocalTime(timeZone: string, at: number): boolean {
  return offsetOf(timeZone, at) === offsetOf(Intl.DateTimeFormat().resolvedOptions().timeZone, at);
}
