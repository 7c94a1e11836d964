import { CodedError } from '../../shared/result.ts';

/** Codes of undici, Node and OpenSSL for a certificate that isn't trusted. */
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
  'ERR_SSL_KEY_USAGE_BIT_INCORRECT',
]);

/**
 * Why BoringSSL, which Electron has in OpenSSL's place, refuses a certificate that OpenSSL accepts: its key must not sign
 * (electron#31042). Node reports it in the code, or in the message of an EPROTO.
 */
const REFUSED_BY_BORINGSSL = /\bKEY_USAGE_BIT_INCORRECT\b/;

/** What Node adds to a certificate's error is for who starts it from a command line. */
const NODE_HINT = /; if the root CA is installed locally, try running Node\.js with --use-system-ca$/;

/** An error and all its causes, outermost first. */
export function errorsIn(error: unknown): ReadonlySet<Error> {
  const seen = new Set<Error>();
  const visit = (cause: unknown): void => {
    if (!(cause instanceof Error) || seen.has(cause)) return;
    seen.add(cause);
    if (cause instanceof AggregateError) cause.errors.forEach(visit);
    visit(cause.cause);
  };
  visit(error);
  return seen;
}

/** The code of a system or library error; undefined for other errors. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The code of an error of the file system; undefined for other errors. */
export function fileErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error ? errorCode(error) : undefined;
}

/** SQLite's primary result code (sqlite.org/rescode.html); undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

/** The codes of an error and of its causes, outermost first. */
export function errorCodes(error: unknown): string[] {
  return [...errorsIn(error)].map(errorCode).filter((code) => code !== undefined);
}

/**
 * The system's or a library's message about a failure. Their errors have a code; our own have none or are CodedErrors, and
 * their messages are neither stored nor shown.
 */
export function systemReason(error: unknown): string | undefined {
  for (const cause of errorsIn(error)) {
    if ('code' in cause && !(cause instanceof CodedError)) {
      return cause.message.replace(NODE_HINT, '') || String(cause.code);
    }
  }
  return undefined;
}

export function isCertificateError(error: unknown): boolean {
  return [...errorsIn(error)].some((cause) => {
    const code = errorCode(cause);
    if (code === undefined) return false;
    return CERTIFICATE_CODES.has(code) || (code === 'EPROTO' && REFUSED_BY_BORINGSSL.test(cause.message));
  });
}
