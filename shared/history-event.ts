import { z } from 'zod';
import { timeZone } from './calling-hours.ts';
import { requestProblem, submissionProblem } from './problems.ts';
import { VERDICTS } from './request.ts';

/** What brought a held submission back to the queue. */
export const RESUMED_BY = [
  'sign_in',
  'network_settings',
  'connection',
  'service_accepting',
  'service_reachable',
  'try_again',
  'resume',
] as const;

/** What withdrew a submission. */
export const DISCARDED_BY = ['discard', 'correction'] as const;

/** The questions of a hold (`HoldQuestion`). */
export const HOLD_QUESTIONS = ['earlier_hours', 'clock'] as const;

const none = z.null();
const requestId = z.object({ requestId: z.string() });
const opening = z.object({ until: z.number(), timeZone });
const call = z.object({ number: z.number(), status: z.string().nullable(), minutes: z.number().nullable() });

/**
 * What can happen to a submission and to the request it becomes: each code with its values. Both are stored for ever and
 * compared; `words/history-words.ts` has what a person reads.
 */
export const historyValues = {
  submitted: none,
  submitted_held: opening,
  sending: none,
  /** It was marked, and then nothing of it was written. */
  nothing_sent: none,
  token_refused: none,
  retry: submissionProblem,
  held: submissionProblem,
  rejected: submissionProblem,
  unconfirmed: submissionProblem,
  held_for_hours: opening.extend({ about: z.enum(HOLD_QUESTIONS).optional() }),
  accepted: requestId.extend({ status: z.string() }),
  /** The service accepted a second send of it as another request. */
  accepted_again: requestId,
  /** A backup knows it as another request. */
  accepted_elsewhere: requestId,
  /** A backup knew that it had been accepted. */
  settled_by_backup: none,
  request_shared: none,
  resumed: z.object({ by: z.enum(RESUMED_BY) }),
  discarded: z.object({ by: z.enum(DISCARDED_BY) }),
  taken_back: none,
  send_again_chosen: none,
  request_id_entered: requestId,
  send_outside_hours_chosen: none,
  send_early_chosen: none,
  send_held_chosen: z.object({ about: z.enum(HOLD_QUESTIONS) }),
  send_held_undone: none,
  keep_waiting_chosen: none,
  status_changed: z.object({ from: z.string(), to: z.string() }),
  call_appeared: call,
  call_changed: call,
  calls_changed: z.object({ count: z.number() }),
  results_arrived: none,
  results_changed: none,
  /** `answer`: what the service sent, first 4 KiB. */
  refresh_problem: z.object({ problem: requestProblem, answer: z.string().nullable() }),
  verdict_set: z.object({ verdict: z.enum(VERDICTS) }),
  notes_written: none,
  notes_changed: none,
  notes_removed: none,
  /** A backup made at `madeAt` (UTC ms) had other notes, too long to be put below those here. */
  notes_in_backup: z.object({ madeAt: z.number(), notes: z.string() }),
} satisfies Record<string, z.ZodType>;

export type HistoryCode = keyof typeof historyValues;
export type HistoryValues = { readonly [Code in HistoryCode]: z.output<(typeof historyValues)[Code]> };

/** Something that happened, as it is stored and sent. */
export type HistoryEvent<Code extends HistoryCode = HistoryCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly values: HistoryValues[Each] };
}[Code];

/** One entry of a request's history: append-only. */
export type HistoryEntry = HistoryEvent & { readonly id: number; readonly at: number };

export function isHistoryCode(code: string): code is HistoryCode {
  return Object.hasOwn(historyValues, code);
}

/** The event of a code and its values as they were stored; throws where they are none. */
export function historyEvent(code: string, values: unknown): HistoryEvent {
  if (!isHistoryCode(code)) throw new TypeError(`Unknown code of history: ${code}`);
  return { code, values: historyValues[code].parse(values) } as HistoryEvent;
}
