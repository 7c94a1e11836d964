import type { CallingTime } from '../../../shared/ipc/calls/rules-calls.ts';
import { cityOf, clockIn, offsetOf, placesWords } from '../../../shared/time-zone-names.ts';
import { formatPlanned } from '../../parts/time/format-time.ts';

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
