import { z } from 'zod';
import { timeZone } from './calling-hours.ts';
import { requestProblem, submissionProblem } from './problems.ts';
import { readSafely } from './read-safely.ts';
import { VERDICTS } from './request.ts';

/** Why a held submission returned to the queue. */
export const RESUMED_BY = [
  'sign_in',
  'network_settings',
  'connection',
  'service_reachable',
  'try_again',
  'resume',
  'rules',
] as const;

/** Why a submission was withdrawn. */
export const DISCARDED_BY = ['discard', 'correction', 'do_not_call'] as const;

export const HOLD_QUESTIONS = ['earlier_hours', 'clock'] as const;

const none = z.null();
const requestId = z.object({ requestId: z.string() });
/** `holiday`: the public holiday that it waits for the end of; null while those of its place aren't known. */
const opening = z.object({ until: z.number(), timeZone, holiday: z.string().nullable().optional() });
const call = z.object({ number: z.number(), status: z.string().nullable(), minutes: z.number().nullable() });

/**
 * Everything that can happen to a submission and its request: each code with its values. Codes and values are stored
 * permanently, so never change them; `words/history-words.ts` has the words on screen.
 */
export const historyValues = {
  submitted: none,
  submitted_held: opening,
  sending: none,
  /** Marked as `sending`, but nothing was written to the connection. */
  nothing_sent: none,
  token_refused: none,
  retry: submissionProblem,
  held: submissionProblem,
  rejected: submissionProblem,
  unconfirmed: submissionProblem,
  held_for_hours: opening.extend({ about: z.enum(HOLD_QUESTIONS).optional() }),
  /** A person chose the candidate's time zone, because the number doesn't tell when to call. */
  time_zone_chosen: z.object({ timeZone }),
  time_zone_undone: none,
  /** Its candidate was told of the call too recently. `until`: UTC ms. */
  notice_waited: z.object({ until: z.number() }),
  /** The submission has the request's id. */
  accepted: z.object({ status: z.string() }),
  /** The service accepted a second send as a separate request. */
  accepted_again: requestId,
  request_shared: none,
  /** A colleague's submission to the same telephone went out, too, while the team database couldn't be asked. */
  colleague_called_too: z.object({ person: z.string() }),
  resumed: z.object({ by: z.enum(RESUMED_BY) }),
  discarded: z.object({ by: z.enum(DISCARDED_BY) }),
  discard_undone: none,
  taken_back: none,
  send_again_chosen: none,
  request_id_entered: requestId,
  send_outside_hours_chosen: none,
  send_early_chosen: none,
  send_despite_colleague_chosen: none,
  send_held_chosen: z.object({ about: z.enum(HOLD_QUESTIONS) }),
  send_held_undone: none,
  keep_waiting_chosen: none,
  status_changed: z.object({ from: z.string(), to: z.string() }),
  call_appeared: call,
  call_changed: call,
  calls_changed: z.object({ count: z.number() }),
  results_arrived: none,
  results_changed: none,
  /** `answer`: first 4 KiB of the response. */
  refresh_problem: z.object({ problem: requestProblem, answer: z.string().nullable() }),
  /**
   * `seen`: whether results could be seen then or, if `covered`, before they were covered; `by`: the account on the computer.
   */
  verdict_set: z.object({
    verdict: z.enum(VERDICTS),
    seen: z.boolean(),
    covered: z.literal(true).optional(),
    reason: z.string().optional(),
    by: z.string().optional(),
  }),
  notes_written: none,
  notes_changed: none,
  notes_removed: none,
} satisfies Record<string, z.ZodType>;

export type HistoryCode = keyof typeof historyValues;
export type HistoryValues = { readonly [Code in HistoryCode]: z.output<(typeof historyValues)[Code]> };

/** An event as stored and sent. */
export type HistoryEvent<Code extends HistoryCode = HistoryCode> = {
  readonly [Each in Code]: { readonly code: Each; readonly values: HistoryValues[Each] };
}[Code];

/** One entry of a request's history: append-only. */
export type HistoryEntry = HistoryEvent & {
  readonly id: number;
  readonly at: number;
  /** The name of the colleague on whose computer it happened; left out: here. */
  readonly by?: string;
};

/** Whether the event happened here, and not on a colleague's computer. */
export function isOwn({ by }: HistoryEntry): boolean {
  return by === undefined;
}

function isHistoryCode(code: string): code is HistoryCode {
  return Object.hasOwn(historyValues, code);
}

/** An event that a colleague's computer stored; undefined if a newer Callboard did, whose codes or values differ. */
export function readHistoryEvent(code: string, values: unknown): HistoryEvent | undefined {
  if (!isHistoryCode(code)) return undefined;
  const read = readSafely(historyValues[code], values);
  return read.success ? ({ code, values: read.data } as HistoryEvent) : undefined;
}

/** Builds the event from a stored code and values; throws if they are invalid. */
export function historyEvent(code: string, values: unknown): HistoryEvent {
  if (!isHistoryCode(code)) throw new TypeError(`Unknown history code: ${code}`);
  return { code, values: historyValues[code].parse(values) } as HistoryEvent;
}
