import type { HistoryCode, HistoryEntry } from '../../../shared/history-event.ts';
import type { SubmissionProblem } from '../../../shared/problems.ts';

/**
 * How each kind of event shows while its request is covered. `as_is`: it has nothing of results, and nothing that the service
 * wrote but statuses, which always show. A new kind must be judged here, or the types fail.
 */
const SHOWN: { readonly [Code in HistoryCode]: 'as_is' | 'problem' | 'refresh_problem' } = {
  submitted: 'as_is',
  submitted_held: 'as_is',
  sending: 'as_is',
  nothing_sent: 'as_is',
  token_refused: 'as_is',
  retry: 'problem',
  held: 'problem',
  rejected: 'problem',
  unconfirmed: 'problem',
  held_for_hours: 'as_is',
  notice_waited: 'as_is',
  accepted: 'as_is',
  accepted_again: 'as_is',
  request_shared: 'as_is',
  resumed: 'as_is',
  discarded: 'as_is',
  discard_undone: 'as_is',
  taken_back: 'as_is',
  time_zone_chosen: 'as_is',
  time_zone_undone: 'as_is',
  send_again_chosen: 'as_is',
  request_id_entered: 'as_is',
  send_outside_hours_chosen: 'as_is',
  send_early_chosen: 'as_is',
  send_held_chosen: 'as_is',
  send_held_undone: 'as_is',
  keep_waiting_chosen: 'as_is',
  status_changed: 'as_is',
  call_appeared: 'as_is',
  call_changed: 'as_is',
  calls_changed: 'as_is',
  results_arrived: 'as_is',
  results_changed: 'as_is',
  refresh_problem: 'refresh_problem',
  verdict_set: 'as_is',
  notes_written: 'as_is',
  notes_changed: 'as_is',
  notes_removed: 'as_is',
};

/** The history without what the service said, which may repeat results. An event of an unknown kind is left out. */
export function coveredHistory(history: readonly HistoryEntry[]): HistoryEntry[] {
  return history.flatMap((entry) => (Object.hasOwn(SHOWN, entry.code) ? covered(entry) : []));
}

function covered(entry: HistoryEntry): HistoryEntry | readonly [] {
  switch (entry.code) {
    case 'retry':
    case 'held':
    case 'rejected':
    case 'unconfirmed':
      return { ...entry, values: withoutWords(entry.values) };
    case 'refresh_problem': {
      const { code, httpStatus } = entry.values.problem;
      return { ...entry, values: { problem: { code, ...defined({ httpStatus }) }, answer: null } };
    }
    default:
      return SHOWN[entry.code] === 'as_is' ? entry : [];
  }
}

/** What is Callboard's own of a problem. */
function withoutWords({
  code,
  httpStatus,
  since,
  proxyProblem,
  proxy,
}: SubmissionProblem): SubmissionProblem {
  return { code, ...defined({ httpStatus, since, proxyProblem, proxy }) };
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
