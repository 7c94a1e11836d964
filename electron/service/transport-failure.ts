import { type ProxyFailureKind, proxyFailureIn } from '../network/proxy-failure.ts';
import { errorCodes, isCertificateError } from '../network/system-error.ts';
import type { CreateOutcomeName } from './create-outcomes.ts';
import { AnswerTimeoutError, EarlyAnswerError } from './exchange.ts';

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
