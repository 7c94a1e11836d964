import type { Finding } from '../../shared/findings.ts';
import type { HopKind, SeenCertificate } from '../../shared/network.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { errorCodes, isCertificateError, systemReason } from './system-error.ts';

/** Explains the error of a failed connection step. */
export function findingOfError(kind: HopKind, about: string, error: unknown): Finding {
  if (error instanceof ProxyFailure) return findingOfProxy(error);
  if (isTimeout(error)) return { code: 'timed_out', values: { about } };
  const codes = errorCodes(error);
  if (codes.some((code) => ['ENOTFOUND', 'EAI_NODATA', 'EAI_NONAME'].includes(code))) {
    return { code: 'name_unknown', values: { about } };
  }
  if (codes.includes('EAI_AGAIN')) return { code: 'no_name_server', values: null };
  if (codes.includes('ECONNREFUSED')) return { code: 'connection_refused', values: { about } };
  if (codes.some((code) => ['ENETUNREACH', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETDOWN'].includes(code))) {
    return { code: 'no_way', values: { about } };
  }
  return { code: 'step_failed', values: { kind, reason: systemReason(error) ?? null } };
}

function findingOfProxy({ kind, proxy, problem }: ProxyFailure): Finding {
  // An unreachable proxy has failed an earlier step; here it closed the connection.
  switch (kind) {
    case 'sign_in_needed':
      return { code: 'proxy_sign_in_needed', values: { proxy, problem } };
    case 'sign_in_unsupported':
      return { code: 'proxy_sign_in_unsupported', values: { problem } };
    case 'refused':
      return { code: 'proxy_refused', values: { problem } };
    case 'not_trusted':
      return { code: 'proxy_not_trusted', values: { problem } };
    case 'no_settings':
      return { code: 'proxy_settings_unreadable', values: { problem } };
    case 'not_reachable':
    case 'unreadable':
      return { code: 'proxy_not_reachable', values: { problem } };
  }
}

/** Explains a certificate error; undefined for other errors. */
export function findingOfCertificate(
  error: unknown,
  host: string,
  certificate: SeenCertificate | undefined,
): Finding | undefined {
  if (!isCertificateError(error)) return undefined;
  const codes = errorCodes(error);
  if (codes.includes('CERT_HAS_EXPIRED')) return { code: 'certificate_expired', values: null };
  if (codes.includes('CERT_NOT_YET_VALID')) return { code: 'certificate_not_yet_valid', values: null };
  if (codes.includes('ERR_TLS_CERT_ALTNAME_INVALID') || codes.includes('HOSTNAME_MISMATCH')) {
    return { code: 'certificate_of_another', values: { host } };
  }
  return { code: 'certificate_not_trusted', values: { issuer: certificate?.issuer ?? null } };
}

function isTimeout(error: unknown): boolean {
  if (error instanceof Error && error.name === 'TimeoutError') return true;
  return errorCodes(error).some((code) => code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT');
}
