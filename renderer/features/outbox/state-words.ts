import { type OutboxRow, PAUSED_BY_YOU } from '../../../shared/outbox.ts';
import type { CallingHold } from '../../../shared/submission.ts';
import { cityOf, clockIn } from '../../../shared/time-zone-names.ts';
import { problemWords } from '../../../shared/words/problem-words.ts';
import { formatPlanned } from '../../parts/time/format-time.ts';

type Waiting = Pick<OutboxRow, 'state' | 'problem' | 'attempts' | 'sendAfter' | 'callingHold'>;

/** From here on a moment is told as a time of day and not counted down, s. */
const COUNTED_S = 60;

interface Circumstances {
  /** ms since 1970 UTC. */
  readonly now: number;
  /** Nothing is sent at all, by the person's wish. */
  readonly paused: boolean;
  /** The organisation does not allow this workspace: nothing is sent from it. */
  readonly heldBack?: boolean;
}

/** Where a waiting submission stands, in plain words. */
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
      if (heldBack) return 'Not sent: your organisation does not allow this workspace';
      const when = paused ? 'When you resume sending' : goesOut(row, now);
      return row.problem && row.attempts > 0
        ? `${when}. Last try: ${problemWords(row.problem).message}`
        : when;
    }
  }
}

/** Whether a person holds this one by itself. */
export function isPausedByYou({ state, problem }: Pick<OutboxRow, 'state' | 'problem'>): boolean {
  return state === 'held' && problem?.code === PAUSED_BY_YOU;
}

/** Whether the time that a person chose for this one is still to come. */
export function waitsForChosenTime({ notBefore }: Pick<OutboxRow, 'notBefore'>, now: number): boolean {
  return notBefore !== null && notBefore > now;
}

function goesOut({ sendAfter: at, callingHold }: Waiting, now: number): string {
  const answer = callingHold?.question?.answer;
  if (callingHold && callingHold.until > now && answer !== 'send_now') return hoursWords(callingHold, now);
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds <= 0) return 'Waiting to be sent';
  return seconds <= COUNTED_S ? `Goes out in ${seconds} s` : `Goes out ${formatPlanned(at, now)}`;
}

/** The hour there and, where the clocks differ, here. */
function hoursWords({ until, timeZone, question }: CallingHold, now: number): string {
  const there = clockIn(timeZone, until, now);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const here = clockIn(own, until, now) === there ? '' : ` (${formatPlanned(until, now)})`;
  const opening = `${there} in ${cityOf(timeZone)}${here}`;
  return question?.answer === null ? `Waits for your word, or until ${opening}` : `Calling hours: ${opening}`;
}
