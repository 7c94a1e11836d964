import type { HopKind, SeenCertificate } from '../../shared/network.ts';
import { errorCodes, isCertificateError } from '../service/transport-failure.ts';
import { ProxyFailure } from './proxy-failure.ts';

/** What went wrong, and what to do about it. */
export interface Advice {
  readonly words: string;
  readonly nextStep: string;
}

/** What a failed step means, in plain words. */
export function adviceFor(kind: HopKind, about: string, error: unknown): Advice {
  if (error instanceof ProxyFailure) return adviceForProxy(error);
  if (isTimeout(error)) {
    return {
      words: `${about} did not answer in time.`,
      nextStep:
        'A firewall may drop the connection. Check whether a proxy is needed, or ask your IT department.',
    };
  }
  const codes = errorCodes(error);
  if (codes.some((code) => ['ENOTFOUND', 'EAI_NODATA', 'EAI_NONAME'].includes(code))) {
    return {
      words: `The name ${about} is not known.`,
      nextStep:
        'Check the address for a slip of the pen. A name of your company may need its network or VPN.',
    };
  }
  if (codes.includes('EAI_AGAIN')) {
    return {
      words: 'No name server answered.',
      nextStep: 'Check that this computer is connected to a network.',
    };
  }
  if (codes.includes('ECONNREFUSED')) {
    return {
      words: `${about} refuses the connection.`,
      nextStep: 'Check the address and its port. If both are right, nothing is running there now.',
    };
  }
  if (codes.some((code) => ['ENETUNREACH', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETDOWN'].includes(code))) {
    return {
      words: `There is no way to ${about}.`,
      nextStep: 'Check the network of this computer; a VPN may be needed.',
    };
  }
  return {
    words: `${WHAT_FAILED[kind]}: ${error instanceof Error ? error.message : String(error)}`,
    nextStep: 'Try again. If it stays, show this page to your IT department.',
  };
}

const WHAT_FAILED: Readonly<Record<HopKind, string>> = {
  route: 'The way could not be found',
  dns: 'The name could not be looked up',
  tcp: 'The connection could not be made',
  proxy_tls: 'The secure connection to the proxy could not be made',
  proxy: 'The proxy did not open the connection',
  tls: 'The secure connection could not be made',
  http: 'The server gave no answer that can be read',
};

function adviceForProxy(failure: ProxyFailure): Advice {
  // A step of its own tells why a proxy cannot be reached; here it broke off while it was asked.
  switch (failure.kind) {
    case 'sign_in_needed':
      return {
        words: failure.message,
        nextStep: `Enter the user name and password for ${failure.proxy} in Settings > Network.`,
      };
    case 'sign_in_unsupported':
      return {
        words: failure.message,
        nextStep:
          'Ask your IT department to let Callboard through without it, or for a proxy on this computer that signs in for it.',
      };
    case 'refused':
      return {
        words: failure.message,
        nextStep: 'Ask your IT department to allow connections to this address and port.',
      };
    case 'not_trusted':
      return {
        words: failure.message,
        nextStep:
          'Ask your IT department for the certificate authority as a file and add it in Settings > Network.',
      };
    case 'no_settings':
      return {
        words: failure.message,
        nextStep: 'Check the proxy settings of this computer, or choose another way in Settings > Network.',
      };
    case 'not_reachable':
    case 'unreadable':
      return {
        words: failure.message,
        nextStep: 'Check the address and the port of the proxy.',
      };
  }
}

/** What is wrong with a certificate; undefined where it was not the certificate that failed. */
export function adviceForCertificate(
  error: unknown,
  host: string,
  certificate: SeenCertificate | undefined,
): Advice | undefined {
  if (!isCertificateError(error)) return undefined;
  const codes = errorCodes(error);
  if (codes.includes('CERT_HAS_EXPIRED')) {
    return {
      words: 'The certificate has expired, or one it depends on has.',
      nextStep: 'Check the date of this computer. If it is right, the service has to renew its certificate.',
    };
  }
  if (codes.includes('CERT_NOT_YET_VALID')) {
    return {
      words: 'The certificate is not valid yet.',
      nextStep: 'Check the date of this computer.',
    };
  }
  if (codes.includes('ERR_TLS_CERT_ALTNAME_INVALID') || codes.includes('HOSTNAME_MISMATCH')) {
    return {
      words: `The certificate belongs to another name than ${host}.`,
      nextStep: 'Check the address. If it is right, somebody else may be answering: ask your IT department.',
    };
  }
  return {
    words: certificate
      ? `The certificate was issued by ${certificate.issuer}, which is not trusted here.`
      : 'The certificate is not trusted here.',
    nextStep:
      'If your company looks into secure connections, ask its IT department for the certificate authority as a file and add it in Settings > Network.',
  };
}

function isTimeout(error: unknown): boolean {
  if (error instanceof Error && error.name === 'TimeoutError') return true;
  return errorCodes(error).some((code) => code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT');
}
