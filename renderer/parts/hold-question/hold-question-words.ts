import type { OutboxQuestion } from '../../../shared/outbox.ts';
import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';
import { formatNumber } from '../text/count-of.ts';

type Held = OutboxQuestion['held'][number];

/** From this hour of the evening on, and before this hour of the morning, a call wakes people or their children. */
const NIGHT_FROM = 21;
const NIGHT_UNTIL = 8;

/** About how many the question is. */
export function heldCount({ held }: OutboxQuestion): number {
  return held.reduce((sum, { count }) => sum + count, 0);
}

/** What has happened to those a person is asked about, in a sentence. */
export function questionTitle(question: OutboxQuestion): string {
  const count = heldCount(question);
  const were = `${formatNumber(count)} ${count === 1 ? 'was' : 'were'}`;
  return isOfClockAlone(question)
    ? `${were} due only because this computer's clock was set forward.`
    : `${were} waiting for calling hours.`;
}

/** Until when nobody is called. */
export function questionEnd(question: OutboxQuestion): string {
  const otherwise = isOfClockAlone(question)
    ? 'as much time has passed as they would have waited'
    : 'those hours begin';
  return `Nobody is called until you choose, or ${otherwise}.`;
}

/** For how many of them it is night now, where they are. */
export function questionWords(question: OutboxQuestion, now: number): string {
  const [largest] = question.held;
  if (!largest) return '';
  const asleep = question.held.filter(({ timeZone }) => isNight(timeZone, now));
  const count = heldCount(question);
  const [there] = asleep;
  if (!there) {
    if (isOfClockAlone(question)) return `By that clock it is ${clockThere(largest, now)} now.`;
    return count === 1
      ? `It is ${clockThere(largest, now)} now, outside the hours that held it.`
      : `It is outside those hours for them now (${clockThere(largest, now)}).`;
  }
  const night = asleep.reduce((sum, each) => sum + each.count, 0);
  if (count === 1) return `It is night there now (${clockThere(there, now)}).`;
  const whom = night === count ? 'all' : formatNumber(night);
  return `For ${whom} of them it is night now (${clockThere(there, now)}).`;
}

function isOfClockAlone({ held }: OutboxQuestion): boolean {
  return held.every(({ about }) => about === 'clock');
}

function clockThere({ timeZone }: Held, now: number): string {
  return `${clockIn(timeZone, now, now)} in ${cityOf(timeZone)}`;
}

function isNight(timeZone: string, at: number): boolean {
  const parts = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).formatToParts(
    at,
  );
  const hour = Number(parts.find(({ type }) => type === 'hour')?.value);
  return hour >= NIGHT_FROM || hour < NIGHT_UNTIL;
}
