import { CodedError } from '../../shared/result.ts';

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
