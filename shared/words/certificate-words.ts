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
  not_a_file: 'The file could not be read: it is not a file.',
  file_too_large: 'The file could not be read: it is larger than 4 MiB.',
  file_not_read: ({ reason }) => `The file could not be read: ${WHY_NOT_READ[reason] ?? reason}.`,
  file_empty: 'The file is empty.',
  no_certificate: 'There is no certificate in the file.',
  not_pem:
    'This is no certificate. Choose a file in PEM format, which begins with -----BEGIN CERTIFICATE-----.',
  private_key:
    'this is a private key. Keep it to yourself: Callboard needs the certificate of the authority alone.',
  other_block: ({ label }) => `this is no certificate but “${label}”.`,
  cut_off: 'the certificate has no end: part of the file is missing.',
  unreadable: 'the certificate cannot be read.',
  no_authority: ({ name, issuer }) =>
    `the certificate of ${name} is not a CA certificate. Ask for the one of ${issuer}.`,
  expired: ({ name, on }) => `the certificate of ${name} has expired on ${on}.`,
  more: ({ count }) => `And ${count} more of this kind.`,
};

/** What of a file of certificate authorities cannot be used, and where in it. */
export function certificateWords(problem: CertificateProblem): string {
  const words = wordsOf<CertificateValues, string>(CERTIFICATE_WORDS, problem);
  if (problem.line !== null) return `Line ${problem.line}: ${words}`;
  return `${words[0]?.toUpperCase()}${words.slice(1)}`;
}

/** Why the certificate authorities of this computer are not in use. `reason`: what the system says. */
export function systemAuthoritiesWords(reason: string): string {
  return `The computer's own certificate authorities could not be read: ${reason}`;
}
