import type { ProblemWords } from './problem-words.ts';

type CertificateProblem = 'expired' | 'not_yet_valid' | 'other_host' | 'unknown';

/** OpenSSL's and Node's messages; a certificate authority helps against none of these. */
const REASONS: readonly (readonly [RegExp, CertificateProblem])[] = [
  [/has expired|CERT_HAS_EXPIRED/i, 'expired'],
  [/not yet valid|CERT_NOT_YET_VALID/i, 'not_yet_valid'],
  [/altnames|hostname mismatch|ALTNAME_INVALID/i, 'other_host'],
];

/** What is wrong with a certificate that isn't trusted, by the system's message. */
function certificateProblem(reason = ''): CertificateProblem {
  return REASONS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'unknown';
}

/** Whose certificate it is, for {@link certificateProblemWords}. */
export interface CertificateOwner {
  /** At the beginning of a sentence: "The service's certificate". */
  readonly certificate: string;
  /** Where the address is that the certificate must be for. */
  readonly address: string;
  /** Who can have it renewed. */
  readonly administrator: string;
  /** What to do when it is right again. */
  readonly lastStep: string;
}

/** What is wrong with a certificate and what to do; undefined if another certificate authority may help. */
export function certificateProblemWords(
  reason: string | undefined,
  { certificate, address, administrator, lastStep }: CertificateOwner,
): ProblemWords | undefined {
  const checkDate = `Check this computer's date. If it's right, ask ${administrator}`;
  switch (certificateProblem(reason)) {
    case 'expired':
      return {
        message: `${certificate} has expired.`,
        nextStep: `${checkDate} to renew the certificate, then ${lastStep}.`,
      };
    case 'not_yet_valid':
      return { message: `${certificate} is not valid yet.`, nextStep: `${checkDate}, then ${lastStep}.` };
    case 'other_host':
      return {
        message: `${certificate} is for another address.`,
        nextStep: `Check ${address}. If it's right, ask ${administrator}, then ${lastStep}.`,
      };
    case 'unknown':
      return undefined;
  }
}
