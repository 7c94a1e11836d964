import type { HistoryCode, HistoryEntry, HistoryEvent, HistoryValues } from '../history-event.ts';
import type { SubmissionProblem } from '../problems.ts';
import type { HoldQuestion, HolidayOpening } from '../submission.ts';
import { cityOf, clockIn, dayAndClockIn } from '../time-zone-names.ts';
import { answerWords, problemWords } from './problem-words.ts';
import { proxyWords } from './proxy-words.ts';
import { requestProblemWords } from './request-problem-words.ts';
import { statusWords } from './status-words.ts';

/** The event in one sentence, and details such as the service's answer, in plain text. */
type EventWords = readonly [heading: string, detail?: string | null];

const RESUMED: Readonly<Record<HistoryValues['resumed']['by'], string>> = {
  sign_in: 'Signed in again',
  network_settings: 'The network settings were changed',
  connection: 'The connection was changed',
  service_reachable: 'The service can be reached again',
  try_again: 'You chose to try again now',
  resume: 'You resumed it',
  rules: 'The rules allow it now',
};

const DISCARDED: Readonly<Record<HistoryValues['discarded']['by'], string>> = {
  discard: 'You discarded it',
  correction: 'Corrected and submitted again',
  do_not_call: 'Withdrawn, because the number is on the do-not-call list',
};

const SENT_ANYWAY: Readonly<Record<HoldQuestion['about'], string>> = {
  earlier_hours: 'You chose to send it now, outside the calling hours that held it',
  clock: 'You chose to send it now, though the clock was set forward',
};

/** `at`: when it happened, UTC ms. */
export const HISTORY_WORDS: {
  readonly [Code in HistoryCode]: (values: HistoryValues[Code], at: number) => EventWords;
} = {
  submitted: () => ['Submitted and waiting to be sent'],
  submitted_held: (opening, at) => [`Submitted and held until ${openingWords(opening, at)}`],
  sending: () => ['Sending to the service began'],
  nothing_sent: () => ['Nothing was sent yet; it will be sent as soon as possible'],
  token_refused: () => [
    'The service asked for a renewed sign-in and accepted nothing; it will be sent as soon as possible',
  ],
  retry: ofProblem,
  held: ofProblem,
  rejected: ofProblem,
  unconfirmed: ofProblem,
  held_for_hours: (hold, at) => [holdWords(hold, at)],
  notice_waited: ({ until }) => [
    `Held until ${new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(until)}: the candidate was told of the call too recently`,
  ],
  accepted: ({ status }) => [`The service accepted the request: ${statusWords(status)}`],
  accepted_again: ({ requestId }) => [
    'The service accepted it a second time: this person may be called twice',
    named(requestId),
  ],
  request_shared: () => ['The service answered two identical submissions with this one request'],
  colleague_called_too: ({ person }) => [
    `${person} submitted the same number while the team database couldn’t be reached: this person may be called twice`,
  ],
  resumed: ({ by }) => [RESUMED[by]],
  discarded: ({ by }) => [DISCARDED[by]],
  discard_undone: () => ['You undid discarding it'],
  taken_back: () => ['You took it back'],
  time_zone_chosen: ({ timeZone }) => [`You chose the time zone of ${cityOf(timeZone)}`],
  time_zone_undone: () => ['You undid choosing its time zone'],
  send_again_chosen: () => ['You chose to send it again, knowing the person may be called twice'],
  request_id_entered: ({ requestId }) => [`You entered the request ID ${requestId}`],
  send_outside_hours_chosen: () => ['You chose to send it now, outside the calling hours'],
  send_despite_colleague_chosen: () => [
    'You chose to send it, knowing that a colleague submitted the number',
  ],
  send_early_chosen: () => ['You chose to send it now, before the chosen time'],
  send_held_chosen: ({ about }) => [SENT_ANYWAY[about]],
  send_held_undone: () => ['You undid sending it now'],
  keep_waiting_chosen: () => ['You chose to keep it waiting'],
  status_changed: ({ from, to }) => [`Status changed from ${statusWords(from)} to ${statusWords(to)}`],
  call_appeared: ({ number, ...call }) => [
    `Screening call ${number} appeared: ${callStatus(call)}`,
    lasting(call),
  ],
  call_changed: ({ number, ...call }) => [`Screening call ${number}: ${callStatus(call)}`, lasting(call)],
  calls_changed: ({ count }) => [`${count} screening calls changed`],
  results_arrived: () => ['Assessment results arrived'],
  results_changed: () => ['Assessment results changed'],
  refresh_problem: ({ problem, answer }) => [requestProblemWords(problem), answer],
  verdict_set: ({ verdict, seen, covered, reason }) => [
    `${verdict === 'none' ? 'You removed the verdict' : `You set the verdict: ${verdict}`}${
      verdict === 'none' && !seen
        ? ''
        : covered
          ? ', with the results covered, after they had been in view'
          : seen
            ? ', with the results in view'
            : ', with the results out of view'
    }`,
    reason ?? null,
  ],
  notes_written: () => ['You wrote notes'],
  notes_changed: () => ['You changed the notes'],
  notes_removed: () => ['You removed the notes'],
};

/** What the service did is the same on whichever computer it was found out. */
const FOUND_OUT: ReadonlySet<HistoryCode> = new Set<HistoryCode>([
  'status_changed',
  'call_appeared',
  'call_changed',
  'calls_changed',
  'results_arrived',
  'results_changed',
  'refresh_problem',
]);

/** The words on screen for an event, with the name of the colleague who did it; `at`: when it happened, UTC ms. */
export function historyWords(event: Pick<HistoryEntry, 'at' | 'by'> & HistoryEvent): {
  readonly heading: string;
  readonly detail: string | null;
} {
  const [heading, detail = null] = wordsOf(event, event.at);
  return { heading: FOUND_OUT.has(event.code) ? heading : withName(heading, event.by), detail };
}

function withName(heading: string, by: string | undefined): string {
  if (by === undefined) return heading;
  return heading.startsWith('You ') ? `${by} ${heading.slice('You '.length)}` : `${by}: ${heading}`;
}

function wordsOf<Code extends HistoryCode>({ code, values }: HistoryEvent<Code>, at: number): EventWords {
  return HISTORY_WORDS[code](values, at);
}

/** A problem with what the service said of it or, without an answer, the technical reason. */
function ofProblem(problem: SubmissionProblem): EventWords {
  const { proxyProblem } = problem;
  const reason = proxyProblem ? proxyWords(proxyProblem) : problem.reason;
  return [problemWords(problem).message, answerWords(problem) || reason || null];
}

function named(requestId: string): string {
  return `Request ID ${requestId}`;
}

type Call = Omit<HistoryValues['call_changed'], 'number'>;

function callStatus({ status }: Call): string {
  return status === null ? 'no status' : statusWords(status);
}

function lasting({ minutes }: Call): string | null {
  return minutes === null ? null : `${minutes} min`;
}

/** The end of a sentence, in the system's locale: `09:00 in Los Angeles (calling hours)`. */
function openingWords({ until, timeZone, holiday }: HolidayOpening, now: number): string {
  if (holiday != null) {
    return `${dayAndClockIn(timeZone, until)} in ${cityOf(timeZone)} (public holiday: ${holiday})`;
  }
  return `${clockIn(timeZone, until, now)} in ${cityOf(timeZone)} (calling hours)`;
}

/** Why a submission is held, and until when. */
function holdWords({ about, ...hold }: HistoryValues['held_for_hours'], now: number): string {
  const opening = openingWords(hold, now);
  switch (about) {
    case undefined:
      if (hold.holiday === null) return 'Held until the public holidays are known';
      return `Held until ${opening}`;
    case 'earlier_hours':
      return `The current rules would allow it, but not the calling hours that held it: it waits for your decision or until ${opening}`;
    case 'clock':
      return `This computer's clock was set forward past its time: it waits for your decision or until ${opening}`;
  }
}
