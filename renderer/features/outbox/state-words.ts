import { type OutboxRow, PAUSED_BY_YOU } from '../../../shared/outbox.ts';
import type { CallingHold } from '../../../shared/submission.ts';
import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';
import { formatPlanned } from '../../parts/time/format-time.ts';

type Waiting = Pick<OutboxRow, 'state' | 'problem' | 'attempts' | 'sendAfter' | 'callingHold'>;

/** Up to this, the remaining seconds are shown; beyond it, the time of day, s. */
const COUNTDOWN_S = 60;

interface Circumstances {
  /** UTC ms. */
  readonly now: number;
  /** The user paused all sending. */
  readonly paused: boolean;
  /** The organisation doesn't allow this workspace, so nothing is sent from it. */
  readonly heldBack?: boolean;
}

/** The state of a waiting submission in words. */
export function stateWords(row: Waiting, { now, paused, heldBack = false }: Circumstances): string {
  switch (row.state) {
    case 'connecting':
      return 'Connecting';
    case 'sending':
      return 'Sending';
    case 'held':
      if (isPausedByYou(row)) return 'Paused by you';
      return row.problem ? `On hold: ${problemWords(row.problem).message}` : 'On hold';
    default: {
      if (heldBack) return "Not sent: your organisation doesn't allow this workspace";
      const when = paused ? 'When you resume sending' : sendTimeWords(row, now);
      return row.problem && row.attempts > 0
        ? `${when}. Last try: ${problemWords(row.problem).message}`
        : when;
    }
  }
}

/** Whether the user paused this submission alone. */
export function isPausedByYou({ state, problem }: Pick<OutboxRow, 'state' | 'problem'>): boolean {
  return state === 'held' && problem?.code === PAUSED_BY_YOU;
}

/** Whether the user chose a time for this submission that is still to come. */
export function waitsForChosenTime({ notBefore }: Pick<OutboxRow, 'notBefore'>, now: number): boolean {
  return notBefore !== null && notBefore > now;
}

function sendTimeWords({ sendAfter: at, callingHold }: Waiting, now: number): string {
  const answer = callingHold?.question?.answer;
  if (callingHold && callingHold.until > now && answer !== 'send_now') return hoursWords(callingHold, now);
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds <= 0) return 'Waiting to be sent';
  return seconds <= COUNTDOWN_S ? `Goes out in ${seconds} s` : `Goes out ${formatPlanned(at, now)}`;
}

/** When calling hours begin, in the candidate's time zone and, if the clocks differ, in the user's. */
function hoursWords({ until, timeZone, question }: CallingHold, now: number): string {
  const there = clockIn(timeZone, until, now);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const here = clockIn(own, until, now) === there ? '' : ` (${formatPlanned(until, now)})`;
  const opening = `${there} in ${cityOf(timeZone)}${here}`;
  return question?.answer === null
    ? `Waiting for your answer, or until ${opening}`
    : `Calling hours: ${opening}`;
}
