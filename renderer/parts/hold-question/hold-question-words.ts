import type { OutboxQuestion } from '../../../shared/outbox.ts';
import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';
import { formatNumber } from '../text/count-of.ts';

type Held = OutboxQuestion['held'][number];

/** Hours between which a call may wake people. */
const NIGHT_FROM = 21;
const NIGHT_UNTIL = 8;

/** The number of submissions that the question is about. */
function heldCount({ held }: OutboxQuestion): number {
  return held.reduce((sum, { count }) => sum + count, 0);
}

/** Why the question is asked, in a sentence. */
export function questionTitle(question: OutboxQuestion): string {
  const count = heldCount(question);
  const were = `${formatNumber(count)} ${count === 1 ? 'was' : 'were'}`;
  return isOfClockAlone(question)
    ? `${were} due only because this computer's clock was set forward.`
    : `${were} waiting for calling hours.`;
}

/** How long nobody is called. */
export function questionEnd(question: OutboxQuestion): string {
  const otherwise = isOfClockAlone(question)
    ? 'the time they would have waited has passed'
    : 'those hours begin';
  return `Nobody is called until you choose, or ${otherwise}.`;
}

/** For how many of the candidates it is night now, or what time it is where most of them are. */
export function questionWords(question: OutboxQuestion, now: number): string {
  const [largest] = question.held;
  if (!largest) return '';
  const atNight = question.held.filter(({ timeZone }) => isNight(timeZone, now));
  const count = heldCount(question);
  const [first] = atNight;
  if (!first) {
    if (isOfClockAlone(question)) return `By that clock it is ${clockThere(largest, now)} now.`;
    return count === 1
      ? `It is ${clockThere(largest, now)} now, outside the hours that held it.`
      : `It is outside those hours for them now (${clockThere(largest, now)}).`;
  }
  const nightCount = atNight.reduce((sum, held) => sum + held.count, 0);
  if (count === 1) return `It is night there now (${clockThere(first, now)}).`;
  const share = nightCount === count ? 'all' : formatNumber(nightCount);
  return `For ${share} of them it is night now (${clockThere(first, now)}).`;
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
