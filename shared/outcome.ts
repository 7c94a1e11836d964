import { statusKey } from './status-name.ts';

/**
 * What became of a candidate, derived from what the service sent. In the order in which the list sorts them; the
 * database stores the position, so the order never changes.
 */
export const OUTCOMES = [
  /** Nothing is known to have happened yet. */
  'waiting',
  /** A call is under way. */
  'calling',
  /** The screening has begun and isn't finished. */
  'in_progress',
  /** A status without a meaning here, which is shown as it came. */
  'other',
  'failed',
  /** No call so far reached the candidate. */
  'not_reached',
  /** Completed, without an assessment. */
  'completed',
  /** Completed, with an assessment. */
  'assessed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface DerivedOutcome {
  readonly outcome: Outcome;
  /** How many calls didn't reach the candidate, for `not_reached`; otherwise 0. */
  readonly tries: number;
}

/** What the service sent of a request. */
interface OutcomeFacts {
  readonly status: string;
  /** The statuses of its calls; null for a call without one. */
  readonly calls: readonly (string | null)[];
  readonly hasResults: boolean;
}

type Meaning = 'waiting' | 'under_way' | 'in_progress' | 'not_reached' | 'failed' | 'completed';

/** The meanings of statuses by their `statusKey`; any other status has none. */
function meanings(
  keys: readonly (readonly [meaning: Meaning, keys: readonly string[]])[],
): ReadonlyMap<string, Meaning> {
  return new Map(keys.flatMap(([meaning, each]) => each.map((key) => [key, meaning] as const)));
}

const PLANNED = ['pending', 'waiting', 'queued', 'scheduled', 'planned'];
const RINGING = ['calling', 'dialing', 'dialling', 'ringing'];
const FAILED = ['failed', 'failure', 'error'];
const UNREACHED = [
  ...['noanswer', 'unanswered', 'notanswered', 'missed', 'missedcall', 'unreachable', 'notreached'],
  ...['busy', 'linebusy', 'voicemail', 'leftvoicemail', 'answeringmachine'],
];

const REQUEST_MEANINGS = meanings([
  ['waiting', PLANNED],
  ['under_way', RINGING],
  ['in_progress', ['inprogress']],
  ['not_reached', UNREACHED],
  ['failed', FAILED],
  ['completed', ['completed', 'complete']],
]);

const CALL_MEANINGS = meanings([
  ['waiting', PLANNED],
  ['under_way', [...RINGING, 'inprogress']],
  // These calls didn't reach the candidate either.
  ['not_reached', [...UNREACHED, ...FAILED, 'declined', 'rejected', 'cancelled', 'canceled']],
  ['completed', ['completed', 'complete', 'answered']],
]);

/** Whether the service's status of a call says that it hasn't begun. */
export function isPlannedCall(status: string): boolean {
  return CALL_MEANINGS.get(statusKey(status)) === 'waiting';
}

/** Whether the service's status of a call says that nobody has talked in it, at least not to its end. */
export function isUnansweredCall(status: string): boolean {
  const meaning = CALL_MEANINGS.get(statusKey(status));
  return meaning !== undefined && meaning !== 'completed';
}

/**
 * The outcome of a request. The rules, the first that applies:
 *
 * 1. The service says that it failed: `failed`, whatever else it sent.
 * 2. The status has no meaning here: `other`, shown as it came.
 * 3. The service says that the candidate wasn't reached: `not_reached`.
 * 4. No call reached the candidate, and none is under way: `not_reached`, even if the request is completed or has
 *    results, which then can't be from a screening. Planned calls aren't tries.
 * 5. It is completed: `assessed` with results, `completed` without. A completed request without calls counts as well,
 *    since nothing says that nobody was reached.
 * 6. A call is under way: `calling`.
 * 7. The service says that it is in progress, or a call or results came already: `in_progress`.
 * 8. Otherwise: `waiting`.
 */
export function outcomeOf({ status, calls, hasResults }: OutcomeFacts): DerivedOutcome {
  const meaning = REQUEST_MEANINGS.get(statusKey(status));
  if (meaning === 'failed') return untried('failed');
  if (meaning === undefined) return untried('other');
  const called = calls
    .map((call) => CALL_MEANINGS.get(statusKey(call ?? '')))
    .filter((each) => each !== 'waiting');
  const tries = called.filter((each) => each === 'not_reached').length;
  const isCalling = meaning === 'under_way' || (meaning !== 'completed' && called.includes('under_way'));
  const isUnreached = tries > 0 && tries === called.length && !isCalling;
  if (meaning === 'not_reached' || isUnreached) return { outcome: 'not_reached', tries };
  if (meaning === 'completed') return untried(hasResults ? 'assessed' : 'completed');
  if (isCalling) return untried('calling');
  return untried(meaning === 'in_progress' || called.length > 0 || hasResults ? 'in_progress' : 'waiting');
}

function untried(outcome: Outcome): DerivedOutcome {
  return { outcome, tries: 0 };
}
