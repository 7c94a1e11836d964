import type { ProblemWords } from './problem-words.ts';

type CertificateProblem = 'expired' | 'not_yet_valid' | 'other_host' | 'unknown';

/** OpenSSL's and Node's messages; a certificate authority helps against none of these. */
const REASONS: readonly (readonly [RegExp, CertificateProblem])[] = [
  [/has expired|CERT_HAS_EXPIRED/i, 'expired'],
  [/not yet valid|CERT_NOT_YET_VALID/i, 'not_yet_valid'],
  [/altnames|hostname mismatch|ALTNAME_INVALID/i, 'other_host'],
];

/** What is wrong with a certificate that isn't trusted, by the system's message. */
export function certificateProblem(reason = ''): CertificateProblem {
  return REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'unknown';
}

export const CERTIFICATE_PROBLEM_WORDS: Readonly<Partial<Record<CertificateProblem, ProblemWords>>> = {
  expired: {
    message: "The service's certificate has expired.",
    nextStep:
      "Check this computer's date. If it's right, ask the service's administrator to renew the certificate, then choose Try now.",
  },
  not_yet_valid: {
    message: "The service's certificate is not valid yet.",
    nextStep:
      "Check this computer's date. If it's right, ask the service's administrator, then choose Try now.",
  },
  other_host: {
    message: "The service's certificate is for another address.",
    nextStep:
      "Check the service address in the connection settings. If it's right, ask the service's administrator, then choose Try now.",
  },
};
