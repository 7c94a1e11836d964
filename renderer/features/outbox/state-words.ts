import { useMemo, useState } from 'react';
import type { SendWait } from '../../../shared/app-state.ts';
import { type OutboxRow, PAUSED_BY_YOU, type RuleRefusal } from '../../../shared/outbox.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';
import type { SessionStatus } from '../../../shared/session.ts';
import { type CallingHold, chosenTime } from '../../../shared/submission.ts';
import { cityOf, clockIn, dayAndClockIn } from '../../../shared/time-zone-names.ts';
import { problemWords, reasonWords } from '../../../shared/words/problem-words.ts';
import { REASON_WORDS } from '../../../shared/words/rule-words.ts';
import { formatPlanned, formatUpcoming } from '../../parts/format.ts';
import { sendsWords } from '../../parts/send-later.ts';

/** What the words of a waiting submission's state are made from. */
export type WaitingSubmission = Pick<
  OutboxRow,
  | 'state'
  | 'problem'
  | 'attempts'
  | 'sendAfter'
  | 'notBefore'
  | 'wantedAt'
  | 'createdAt'
  | 'notBeforeTimeZone'
  | 'callingHold'
  | 'afterEdit'
  | 'refusedNow'
>;

const TOO_RECENT = 'Notice too recent';

const LIST_LOCKED = 'Not sent until the whole do-not-call list can be read';

/** Up to this, the remaining seconds are shown; beyond it, the time of day, s. */
const COUNTDOWN_S = 60;

export interface Circumstances {
  /** UTC ms. */
  readonly now: number;
  /** The user paused all sending. */
  readonly paused: boolean;
  /** The organisation doesn't allow this workspace, so nothing is sent from it. */
  readonly heldBack?: boolean;
  /** Whether the do-not-call list can't be read in full, so that nothing is sent. */
  readonly isListLocked?: boolean;
  /** False while the service can't be reached. */
  readonly reachable?: boolean;
  /** Since when it can't, UTC ms. */
  readonly unreachableSince?: number | null;
  /** Where the sign-in stands. */
  readonly session?: SessionStatus['phase'];
  /** Why nothing that is due is sent. */
  readonly sendWait?: SendWait | null;
}

/** The state of a waiting submission in words, without the cause that {@link causeOf} gives. */
export function stateWords(row: WaitingSubmission, circumstances: Circumstances): string {
  return withRefusal(ownStateWords(row, circumstances), row, circumstances.now);
}

/** These words of a waiting submission, and which rule refuses to send it now, unless they say that already. */
export function withRefusal(words: string, row: WaitingSubmission, now: number): string {
  const refusal = refusalOf(row, now);
  if (!refusal || row.afterEdit || isSaid(refusal, words, row)) return words;
  return `${words}${words.endsWith('.') ? '' : '.'} ${refusalWords(refusal, now)}`;
}

/** {@link stateWords} in one line, with the cause unless that `isSaid` elsewhere. */
export function shortStateWords(
  row: WaitingSubmission,
  circumstances: Circumstances,
  isSaid = false,
): string {
  const cause = causeOf(row);
  if (!cause || row.afterEdit) return stateWords(row, circumstances);
  const next = row.state === 'queued' ? nextTimeWords(row, circumstances) : isSaid ? 'On hold' : '';
  const words = [isSaid ? '' : reasonWords(cause), next].filter(Boolean).join(' · ');
  return withRefusal(words, row, circumstances.now);
}

function ownStateWords(row: WaitingSubmission, circumstances: Circumstances): string {
  switch (row.state) {
    case 'connecting':
      return 'Connecting';
    case 'sending':
      return 'Sending';
    case 'held':
      if (row.afterEdit) return 'You are editing it';
      if (isPausedByYou(row)) return 'Paused by you';
      return heldWords(row, circumstances.now);
    default:
      return causeOf(row) ? nextTryWords(row, circumstances) : firstTryWords(row, circumstances);
  }
}

/** Why a waiting submission is on hold, or its last try failed; null if nothing has gone wrong or it is being sent. */
export function causeOf(row: WaitingSubmission): SubmissionProblem | null {
  if (row.state === 'held') return isPausedByYou(row) ? null : row.problem;
  return row.state === 'queued' ? row.problem : null;
}

/** Since when it is on hold, and what to do. */
function heldWords({ problem }: WaitingSubmission, now: number): string {
  if (!problem) return 'On hold';
  const { nextStep } = problemWords(problem);
  return problem.since === undefined
    ? `On hold. ${nextStep}`
    : `On hold since ${formatUpcoming(problem.since, now)}. ${nextStep}`;
}

function firstTryWords(row: WaitingSubmission, circumstances: Circumstances): string {
  const { now, paused, heldBack = false, reachable = true, unreachableSince, session } = circumstances;
  if (heldBack) return "Not sent: your organisation doesn't allow this workspace";
  if (paused) return 'When you resume sending';
  if (circumstances.isListLocked) return LIST_LOCKED;
  const wait = waitWords(row, circumstances);
  // A time that is still to come is not why it waits, unless something lasts longer.
  if (!isLonger(circumstances.sendWait, row) && (row.sendAfter > now + COUNTDOWN_S * 1000 || row.callingHold))
    return sendTimeWords(row, now);
  if (session === 'waiting_for_key_store') return 'Goes out when the key store is unlocked';
  if (session !== undefined && session !== 'signed_in')
    return 'You are signed out. Goes out when you sign in';
  if (reachable) return wait ?? sendTimeWords(row, now);
  const since = unreachableSince ? ` since ${formatUpcoming(unreachableSince, now)}` : '';
  return `The service can't be reached${since}. Goes out when the connection is back`;
}

/** Whether the wait of all is over only after this one may be sent; a question to the person comes first. */
function isLonger(wait: SendWait | null | undefined, { sendAfter, callingHold }: WaitingSubmission): boolean {
  if (callingHold?.question?.answer === null) return false;
  return (wait?.until ?? 0) > sendAfter;
}

/** What all that is due waits for; undefined if that is not why this one waits. */
function waitWords(row: WaitingSubmission, { now, sendWait }: Circumstances): string | undefined {
  if (!sendWait) return undefined;
  const { why, until, since } = sendWait;
  const isOver = until === null ? row.sendAfter > now : until <= now || !isLonger(sendWait, row);
  if (isOver) return undefined;
  if (since !== undefined) return `Waiting for the team database since ${formatUpcoming(since, now)}`;
  return WAIT_WORDS[why](until === null ? null : formatPlanned(until, now));
}

/** `until`: when it ends; null if it isn't a matter of time. */
const WAIT_WORDS: Readonly<Record<SendWait['why'], (until: string | null) => string>> = {
  service_asked: (until) => `The service asked to wait. Goes out ${until ?? 'later'}`,
  unclear_answer: (until) =>
    until === null
      ? 'An answer was unclear, so one is sent alone first'
      : `An answer was unclear. Sending goes on ${until}`,
  not_stored: (until) => `Something couldn’t be stored. Sending goes on ${until ?? 'later'}`,
  team_away: () => 'Waiting for the team database',
  slots_busy: () => 'Next in turn: others are being sent',
};

/** Since when the last try's problem lasts, and when the next try is. */
function nextTryWords(row: WaitingSubmission, circumstances: Circumstances): string {
  const since = row.problem?.since;
  const next = `${nextTimeWords(row, circumstances)}, attempt ${row.attempts + 1}`;
  return since === undefined ? `${next}.` : `Since ${formatUpcoming(since, circumstances.now)}. ${next}.`;
}

function nextTimeWords(row: WaitingSubmission, { now, ...circumstances }: Circumstances): string {
  const wait = waitWords(row, { now, ...circumstances });
  return obstacleWords(circumstances) ?? wait ?? tryTimeWords(row, now);
}

/** What the next try of all submissions waits for. */
function obstacleWords({
  paused,
  heldBack,
  isListLocked,
  reachable = true,
  session = 'signed_in',
}: Omit<Circumstances, 'now'>) {
  if (heldBack) return "Not tried again: your organisation doesn't allow this workspace";
  if (isListLocked) return LIST_LOCKED;
  if (paused) return 'Next try when you resume sending';
  if (session === 'waiting_for_key_store') return 'Next try when the key store is unlocked';
  if (session !== 'signed_in') return 'Next try when you are signed in';
  return reachable ? undefined : 'Next try when the service can be reached';
}

function tryTimeWords({ sendAfter: at, callingHold }: WaitingSubmission, now: number): string {
  if (callingHold && callingHold.until > now) return hoursWords(callingHold, now);
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds <= 0) return 'Next try as soon as possible';
  return seconds <= COUNTDOWN_S ? `Next try in ${seconds} s` : `Next try at ${formatUpcoming(at, now)}`;
}

/** The rule that refuses to send it now; undefined if none does any more. */
export function refusalOf(
  { refusedNow }: Pick<OutboxRow, 'refusedNow'>,
  now: number,
): RuleRefusal | undefined {
  return refusedNow && (refusedNow.until ?? Infinity) > now ? refusedNow : undefined;
}

/** Whether the words, or the cause beside them, say the same already. */
function isSaid({ code }: RuleRefusal, words: string, { problem }: WaitingSubmission): boolean {
  return problem?.code === code || (code === 'notice_too_recent' && words.startsWith(TOO_RECENT));
}

function refusalWords({ code, until }: RuleRefusal, now: number): string {
  const why = REASON_WORDS[code].why;
  return until === undefined
    ? `It isn’t sent: ${why}.`
    : `Not sooner than ${formatPlanned(until, now)}: ${why}.`;
}

/** Whether the user paused this submission alone. */
export function isPausedByYou({ state, problem }: Pick<OutboxRow, 'state' | 'problem'>): boolean {
  return state === 'held' && problem?.code === PAUSED_BY_YOU;
}

/** Whether the user chose a time for this submission that is still to come. */
export function waitsForChosenTime(
  row: Pick<OutboxRow, 'notBefore' | 'wantedAt' | 'createdAt'>,
  now: number,
): boolean {
  const chosen = chosenTime(row);
  return chosen !== null && chosen > now;
}

function sendTimeWords({ sendAfter: at, callingHold, ...chosen }: WaitingSubmission, now: number): string {
  const answer = callingHold?.question?.answer;
  if (callingHold && callingHold.until > now && answer !== 'send_now') return hoursWords(callingHold, now);
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds <= 0) return 'Waiting to be sent';
  if (seconds <= COUNTDOWN_S) return `Goes out in ${seconds} s`;
  if (chosen.wantedAt !== undefined && chosen.notBefore === at) {
    return `${TOO_RECENT}. Goes out ${formatPlanned(at, now)}`;
  }
  return chosen.notBefore === at
    ? sendsWords({ at, timeZone: chosen.notBeforeTimeZone ?? null }, now)
    : `Goes out ${formatPlanned(at, now)}`;
}

/** When calling hours begin, in the candidate's time zone and, if the clocks differ, in the user's. */
function hoursWords({ until, timeZone, question, holiday }: CallingHold, now: number): string {
  if (holiday === null) return 'Waits until the public holidays of the candidate’s place are known';
  const there = clockIn(timeZone, until, now);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const here = clockIn(own, until, now) === there ? '' : ` (${formatPlanned(until, now)})`;
  const opening = `${there} in ${cityOf(timeZone)}${here}`;
  return question?.answer === null
    ? `Waiting for your answer, or until ${opening}`
    : holiday === undefined
      ? `Calling hours: ${opening}`
      : `Public holiday at the candidate’s place (${holiday}). Calls continue on ${dayAndClockIn(timeZone, until)}`;
}

/** The rows of a section that are selected for a bulk decision. */
export interface RowSelection {
  /** The number of all rows. */
  readonly count: number;
  /** Selected rows; of those on screen only such as still exist, in list order. */
  readonly chosen: readonly OutboxRow[];
  readonly isChosen: (row: OutboxRow) => boolean;
  /** With `through`, also every loaded row between this one and the one changed last. */
  readonly choose: (row: OutboxRow, on: boolean, through: boolean) => void;
  readonly allChosen: boolean;
  /** Whether all rows are loaded, so that they can be selected at once. */
  readonly canChooseAll: boolean;
  readonly chooseAll: (on: boolean) => void;
}

type Chosen = ReadonlyMap<string, OutboxRow>;

const NONE: Chosen = new Map();

/** `rows`: the loaded ones, from the first on; `count`: of all. */
export function useRowSelection(rows: readonly OutboxRow[], count = rows.length): RowSelection {
  const [byId, setById] = useState(NONE);
  const [last, setLast] = useState<string | null>(null);
  return useMemo(() => {
    const isComplete = rows.length >= count;
    const chosen = isComplete ? rows.filter(({ id }) => byId.has(id)) : [...byId.values()];
    return {
      count,
      chosen,
      isChosen: ({ id }) => byId.has(id),
      choose: (row, on, through) => {
        const next = new Map(byId);
        const between = through ? rowsBetween(rows, last, row.id) : [];
        for (const each of [...between, row]) {
          if (on) next.set(each.id, each);
          else next.delete(each.id);
        }
        setById(next);
        setLast(row.id);
      },
      allChosen: count > 0 && chosen.length === count,
      canChooseAll: isComplete,
      chooseAll: (on) => setById(on ? new Map(rows.map((row) => [row.id, row])) : NONE),
    };
  }, [rows, count, byId, last]);
}

/** The rows from `from` to `to`, both included; only `to` if `from` no longer exists. */
export function rowsBetween<Row extends { readonly id: string }>(
  rows: readonly Row[],
  from: string | null,
  to: string,
): readonly Row[] {
  const end = rows.findIndex(({ id }) => id === to);
  const start = rows.findIndex(({ id }) => id === from);
  if (start === -1) return rows.slice(end, end + 1);
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1);
}
