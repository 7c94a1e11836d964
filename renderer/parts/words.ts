import type { NoticeRule } from '../../shared/notice.ts';
import type { Duplicate, OutboxCounts, OutboxQuestion } from '../../shared/outbox.ts';
import { cityOf, clockIn } from '../../shared/time-zone-names.ts';
import type { RestartObstacle } from '../../shared/updates.ts';
import { capitalized } from '../../shared/words/capitalized.ts';
import * as words from '../../shared/words/duplicate-words.ts';
import { countOf, formatDate, formatNumber } from './format.ts';

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

/** One line about an earlier submission: `Ada Lovelace, Completed, 3 Nov 2026`. */
export function duplicateLine(duplicate: Duplicate): string {
  const called = words.mayHaveBeenCalled(duplicate);
  // What a field has room for begins with who it was.
  if (duplicate.by !== undefined && called !== null) return `${called} (${duplicate.candidateName})`;
  const known = called ?? `${words.duplicateStatus(duplicate)}, ${formatDate(duplicate.submittedAt)}`;
  const where = duplicate.workspace ? [words.workspaceWords(duplicate.workspace)] : [];
  return [duplicate.candidateName, known, ...where].join(', ');
}

/** When an earlier submission was made, or that the candidate may have been called, and in which workspace. */
export function duplicateWhen(duplicate: Duplicate): string {
  const when = capitalized(words.mayHaveBeenCalled(duplicate) ?? formatDate(duplicate.submittedAt));
  return duplicate.workspace ? `${when}, ${words.workspaceWords(duplicate.workspace)}` : when;
}

/** What the day of notice is for. */
export function noticeHint({ days }: NoticeRule): string {
  const what = 'The day on which the candidate was told of the automated call.';
  return days === 0 ? what : `${what} Calls follow at least ${countOf(days, 'day')} later.`;
}

/** What a restart is waiting for, or what it does. */
export function restartWords(waitingFor: RestartObstacle | null): string {
  switch (waitingFor) {
    case 'sending':
      return 'Submissions are being sent. You can restart as soon as they are done.';
    case 'importing':
      return 'An import is being queued. You can restart as soon as it is done.';
    case null:
      return 'It is installed when you restart. The Outbox is kept and sent afterwards.';
  }
}

/** What needs a person in a workspace, each kind by itself: `2 to decide, 3 refused`; empty if nothing does. */
export function attentionWords({ needsDecision, refused, heldForPerson }: OutboxCounts): string {
  return [
    needsDecision > 0 && countOf(needsDecision, 'to decide', 'to decide'),
    refused > 0 && countOf(refused, 'refused', 'refused'),
    heldForPerson > 0 && countOf(heldForPerson, 'on hold', 'on hold'),
  ]
    .filter((words) => words !== false)
    .join(', ');
}
