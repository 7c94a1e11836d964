import { CodedError } from '../../shared/result.ts';
import { type ProxyFailureKind, proxyFailureIn } from '../network/proxy-failure.ts';
import type { CreateOutcomeName } from './create-outcomes.ts';
import { AnswerTimeoutError, EarlyAnswerError } from './exchange.ts';

/** Codes of undici, Node and OpenSSL that say the service's certificate is not trusted. */
const CERTIFICATE_CODES = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_REJECTED',
  'CERT_UNTRUSTED',
  'CERT_CHAIN_TOO_LONG',
  'CERT_SIGNATURE_FAILURE',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'HOSTNAME_MISMATCH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const NAME_CODES = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']);

const REACH_CODES = new Set([
  'ECONNREFUSED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'EADDRNOTAVAIL',
]);

/** An error and everything it was caused by, the outermost first. */
function errorsIn(error: unknown): ReadonlySet<Error> {
  const seen = new Set<Error>();
  const visit = (each: unknown): void => {
    if (!(each instanceof Error) || seen.has(each)) return;
    seen.add(each);
    if (each instanceof AggregateError) each.errors.forEach(visit);
    visit(each.cause);
  };
  visit(error);
  return seen;
}

/** The codes of an error and of everything it was caused by, the outermost first. */
export function errorCodes(error: unknown): string[] {
  return [...errorsIn(error)].flatMap((each) =>
    'code' in each && typeof each.code === 'string' ? [each.code] : [],
  );
}

/**
 * What the system or a library says of a failure. Their errors have a code; ours have none, or are coded failures, and say
 * nothing that is stored or shown.
 */
export function systemReason(error: unknown): string | undefined {
  for (const each of errorsIn(error)) {
    if ('code' in each && !(each instanceof CodedError)) return each.message || String(each.code);
  }
  return undefined;
}

/** Whether it is a certificate that stands in the way. */
export function isCertificateError(error: unknown): boolean {
  return errorCodes(error).some((code) => CERTIFICATE_CODES.has(code));
}

/** A proxy is passed before the service is connected, so none of its failures leaves anything unclear. */
const PROXY_OUTCOMES: Readonly<Record<ProxyFailureKind, CreateOutcomeName>> = {
  not_reachable: 'proxy_not_reachable',
  unreadable: 'proxy_not_reachable',
  no_settings: 'proxy_settings_unreadable',
  refused: 'proxy_refused',
  not_trusted: 'proxy_not_trusted',
  sign_in_needed: 'proxy_sign_in_needed',
  sign_in_unsupported: 'proxy_sign_in_unsupported',
};

/** What it means that a call failed before its first byte could be written: certainly not sent. */
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

/** What it means that a call failed after the first byte may have been written: always unclear. */
export function outcomeWhileSending(error: unknown): CreateOutcomeName {
  if (error instanceof AnswerTimeoutError) return 'no_answer_in_time';
  // Node's HTTP parser names what it could not read.
  const isUnreadable = errorCodes(error).some((code) => code.startsWith('HPE_'));
  return isUnreadable || error instanceof EarlyAnswerError ? 'answer_unreadable' : 'connection_lost';
}
