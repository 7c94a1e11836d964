import type { StandingCode } from '../../shared/call-rules.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import { type ProxyFailureKind, proxyFailureIn } from '../network/network.ts';
import { errorCodes, isCertificateError } from '../network/system-error.ts';
import { AnswerTimeoutError, EarlyAnswerError } from './exchange.ts';

/**
 * One table of how the create call can end and what the queue does then. Classified by phase and status, never by error
 * code alone: a reset connection may mean that nothing was sent or that everything was read.
 *
 * `certainty`: what is known about the service having the request; `action`: what the queue does:
 * - `track`     the request exists and its id is known
 * - `retry`     back to the queue, with a growing delay
 * - `retry_once` back to the queue once, on a new connection, then held
 * - `wait`      back to the queue, due at once, which waits as a whole: see `ServiceWait`
 * - `sign_in`   a fresh access token and one more send, then held for sign-in
 * - `hold`      held until something else changes
 * - `reject`    the service refuses it as it is: a person edits it
 * - `ask`       a person decides: it may have reached the service
 */
export interface CreateOutcomeRow {
  readonly certainty: 'not_sent' | 'refused' | 'accepted' | 'unclear';
  readonly action: 'track' | 'retry' | 'retry_once' | 'wait' | 'sign_in' | 'hold' | 'reject' | 'ask';
}

/** Every outcome except `accepted` is also a problem of its submission. */
export type CreateOutcomeName =
  | 'accepted'
  | Exclude<
      SubmissionProblem['code'],
      'paused_by_you' | 'edit_interrupted' | 'from_a_backup' | 'from_a_copy' | 'team_restored' | StandingCode
    >;

export const createOutcomes = {
  accepted: { certainty: 'accepted', action: 'track' },
  accepted_without_id: { certainty: 'accepted', action: 'ask' },
  // Not visible in the answer alone: the id is already tracked for another submission.
  accepted_with_known_id: { certainty: 'unclear', action: 'ask' },

  name_not_found: { certainty: 'not_sent', action: 'retry' },
  not_reachable: { certainty: 'not_sent', action: 'retry' },
  connect_timeout: { certainty: 'not_sent', action: 'retry' },
  secure_connection_failed: { certainty: 'not_sent', action: 'retry' },
  certificate_not_trusted: { certainty: 'not_sent', action: 'hold' },
  mark_not_stored: { certainty: 'not_sent', action: 'hold' },

  // The proxy comes before the service: whatever it answers, nothing reached the service.
  proxy_not_reachable: { certainty: 'not_sent', action: 'retry' },
  proxy_settings_unreadable: { certainty: 'not_sent', action: 'retry' },
  proxy_refused: { certainty: 'not_sent', action: 'retry' },
  proxy_not_trusted: { certainty: 'not_sent', action: 'hold' },
  proxy_sign_in_needed: { certainty: 'not_sent', action: 'hold' },
  proxy_sign_in_unsupported: { certainty: 'not_sent', action: 'hold' },

  interrupted: { certainty: 'unclear', action: 'ask' },
  connection_lost: { certainty: 'unclear', action: 'ask' },
  no_answer_in_time: { certainty: 'unclear', action: 'ask' },
  answer_unreadable: { certainty: 'unclear', action: 'ask' },
  unclear_status: { certainty: 'unclear', action: 'ask' },
  redirected: { certainty: 'unclear', action: 'ask' },

  redirect_refused: { certainty: 'refused', action: 'hold' },
  refused_as_it_is: { certainty: 'refused', action: 'reject' },
  sign_in_needed: { certainty: 'refused', action: 'sign_in' },
  sign_in_not_renewed: { certainty: 'refused', action: 'retry' },
  not_permitted: { certainty: 'refused', action: 'hold' },
  other_connection_needed: { certainty: 'refused', action: 'retry_once' },
  slow_down: { certainty: 'refused', action: 'wait' },
  unavailable_until: { certainty: 'refused', action: 'wait' },
} as const satisfies Record<CreateOutcomeName, CreateOutcomeRow>;

const namedStatuses: Readonly<Record<number, CreateOutcomeName>> = {
  201: 'accepted',
  307: 'redirect_refused',
  308: 'redirect_refused',
  400: 'refused_as_it_is',
  413: 'refused_as_it_is',
  415: 'refused_as_it_is',
  422: 'refused_as_it_is',
  431: 'refused_as_it_is',
  401: 'sign_in_needed',
  403: 'not_permitted',
  404: 'not_permitted',
  405: 'not_permitted',
  410: 'not_permitted',
  501: 'not_permitted',
  421: 'other_connection_needed',
  425: 'other_connection_needed',
  429: 'slow_down',
};

/** The outcome of a complete answer. A 503 is clear only with a Retry-After; any other 4xx or 5xx may follow work done. */
export function outcomeOfStatus(status: number, hasRetryAfter: boolean): CreateOutcomeName {
  const named = namedStatuses[status];
  if (named) return named;
  if (status === 503 && hasRetryAfter) return 'unavailable_until';
  if (status >= 200 && status < 300) return 'accepted_without_id';
  if (status >= 300 && status < 400) return 'redirected';
  return 'unclear_status';
}

/** Whether a stored problem code means that the network settings are in the way. */
export function isNetworkSettingsProblem(code: string): boolean {
  return [
    'certificate_not_trusted',
    'proxy_not_trusted',
    'proxy_sign_in_needed',
    'proxy_sign_in_unsupported',
  ].includes(code);
}

/** Whether a stored problem code means that no connection to the service could be made. */
export function isConnectionProblem(code: string): boolean {
  const rows: Readonly<Record<string, CreateOutcomeRow>> = createOutcomes;
  return Object.hasOwn(rows, code) && rows[code]?.certainty === 'not_sent' && rows[code].action === 'retry';
}

const NAME_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);

const REACH_CODES = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
]);

/** A proxy is passed before the service is reached, so none of its failures leaves anything unclear. */
const PROXY_OUTCOMES: Readonly<Record<ProxyFailureKind, CreateOutcomeName>> = {
  not_reachable: 'proxy_not_reachable',
  unreadable: 'proxy_not_reachable',
  no_settings: 'proxy_settings_unreadable',
  refused: 'proxy_refused',
  not_trusted: 'proxy_not_trusted',
  sign_in_needed: 'proxy_sign_in_needed',
  sign_in_unsupported: 'proxy_sign_in_unsupported',
};

/** The outcome of a call that failed before its first byte could be written: certainly not sent. */
export function outcomeBeforeSending(error: unknown): CreateOutcomeName {
  const proxyFailure = proxyFailureIn(error);
  if (proxyFailure) return PROXY_OUTCOMES[proxyFailure.kind];
  if (isCertificateError(error)) return 'certificate_not_trusted';
  const codes = errorCodes(error);
  if (codes.some((code) => NAME_CODES.has(code))) return 'name_not_found';
  if (codes.some((code) => code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT'))
    return 'connect_timeout';
  if (codes.some((code) => REACH_CODES.has(code))) return 'not_reachable';
  return 'secure_connection_failed';
}

/** The outcome of a call that failed after its first byte may have been written: always unclear. */
export function outcomeWhileSending(error: unknown): CreateOutcomeName {
  if (error instanceof AnswerTimeoutError) return 'no_answer_in_time';
  // Codes of Node's HTTP parser.
  const isUnreadable = errorCodes(error).some((code) => code.startsWith('HPE_'));
  return isUnreadable || error instanceof EarlyAnswerError ? 'answer_unreadable' : 'connection_lost';
}
