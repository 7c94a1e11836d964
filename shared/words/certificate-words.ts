import type { CertificateProblem, CertificateValues } from '../certificate-problems.ts';
import type { WordsTable } from '../coded.ts';
import { wordsOf } from './words-of.ts';

const WHY_NOT_READ: Readonly<Record<string, string>> = {
  ENOENT: 'it no longer exists',
  EACCES: "you don't have permission to read it",
  EPERM: "you don't have permission to read it",
  EISDIR: 'it is a folder',
};

export const CERTIFICATE_WORDS: WordsTable<CertificateValues, string> = {
  not_a_file: "Couldn't read the file: it is not a file.",
  file_too_large: "Couldn't read the file: it is larger than 4 MiB.",
  file_not_read: ({ reason }) => `Couldn't read the file: ${WHY_NOT_READ[reason] ?? reason}.`,
  file_empty: 'The file is empty.',
  no_certificate: 'There is no certificate in the file.',
  not_pem:
    'This is not a certificate. Choose a file in PEM format, which begins with -----BEGIN CERTIFICATE-----.',
  private_key: 'this is a private key. Keep it secret: Callboard needs only the CA certificate.',
  other_block: ({ label }) => `this is “${label}”, not a certificate.`,
  cut_off: 'the certificate is incomplete: part of the file is missing.',
  unreadable: "the certificate can't be read.",
  no_authority: ({ name, issuer }) =>
    `the certificate of ${name} is not a CA certificate. Ask for the certificate of ${issuer}.`,
  expired: ({ name, on }) => `the certificate of ${name} expired on ${on}.`,
  more: ({ count }) => `And ${count} more.`,
};

/** A problem in a file of CA certificates, with its line. */
export function certificateWords(problem: CertificateProblem): string {
  const words = wordsOf<CertificateValues, string>(CERTIFICATE_WORDS, problem);
  if (problem.line !== null) return `Line ${problem.line}: ${words}`;
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

/** Why this computer's certificate authorities are not used. `reason`: the system's message. */
export function systemAuthoritiesWords(reason: string): string {
  return `Couldn't read this computer's certificate authorities: ${reason}`;
}
