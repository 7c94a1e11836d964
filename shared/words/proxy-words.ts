import type { WordsTable } from '../coded.ts';
import type { ProxyProblem, ProxyProblemValues } from '../proxy-problems.ts';
import { certificateProblemWords } from './certificate-problem-words.ts';
import { wordsOf } from './words-of.ts';

/** SOCKS 5 reply codes (RFC 1928 §6). */
const SOCKS5_ANSWERS: Readonly<Record<number, string>> = {
  1: 'it has an internal error',
  2: 'it does not allow the connection',
  3: 'it cannot reach the network of the service',
  4: 'it cannot reach the service',
  5: 'the service refused the connection',
  6: 'the connection took too long',
  7: 'it cannot make connections',
  8: 'it cannot use addresses of this kind',
};

const SCHEMES: Readonly<Record<string, string>> = {
  ntlm: 'NTLM',
  negotiate: 'Kerberos (Negotiate)',
  kerberos: 'Kerberos',
  digest: 'Digest',
  bearer: 'Bearer',
};

export const PROXY_WORDS: WordsTable<ProxyProblemValues, string> = {
  closed: 'The proxy closed the connection without an answer.',
  not_reachable: ({ reason }) => `Couldn't reach the proxy: ${reason}`,
  no_answer: ({ reason }) => `The proxy did not answer: ${reason}`,
  no_answer_to_connect: ({ reason }) => `The proxy did not answer CONNECT: ${reason}`,
  certificate_not_trusted: ({ reason }) =>
    ownCertificateWords(reason)?.message ?? `The proxy's own certificate is not trusted: ${reason}`,
  connect_refused: ({ httpStatus }) => `The proxy answered CONNECT with HTTP ${httpStatus}.`,
  socks4_refused: 'The SOCKS proxy refused the connection.',
  socks5_refused: ({ answer }) =>
    `The SOCKS proxy refused the connection: ${SOCKS5_ANSWERS[answer] ?? `code ${answer}`}.`,
  credentials_needed: 'The proxy asks for a user name and password.',
  credentials_refused: 'The proxy does not accept the user name and password.',
  sign_in_unsupported: ({ schemes }) =>
    `The proxy requires a sign-in by ${orList(schemes.map((scheme) => SCHEMES[scheme] ?? scheme))}, which Callboard doesn't support.`,
  socks_sign_in_unsupported: "The SOCKS proxy requires a sign-in that Callboard doesn't support.",
  name_too_long_for_socks: 'The name of the service is too long for a SOCKS proxy.',
  not_http: "The proxy's answer is not HTTP.",
  not_socks: ({ version }) => `The proxy's answer is not SOCKS ${version}.`,
  only_provisional: 'The proxy sent only provisional answers.',
  endless: "The proxy's answer has no end.",
  spoke_first: 'The proxy sent something before the connection began.',
  settings_unreadable: "Couldn't read this computer's proxy settings.",
  address_unusable: "The proxy address in the settings can't be used.",
};

export function proxyWords(problem: ProxyProblem): string {
  return wordsOf(PROXY_WORDS, problem);
}

/** `A, B or C`, each once. */
function orList(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(new Set(names));
}

/** What to do about a problem of a proxy, and `lastStep`; undefined if its code alone says it. */
export function proxyNextStep(problem: ProxyProblem, lastStep: string): string | undefined {
  switch (problem.code) {
    case 'certificate_not_trusted':
      return ownCertificateWords(problem.values.reason, lastStep)?.nextStep;
    case 'sign_in_unsupported':
      return signInStep(problem.values.schemes, lastStep);
    default:
      return undefined;
  }
}

function ownCertificateWords(reason: string, lastStep = '') {
  return certificateProblemWords(reason, {
    certificate: "The proxy's own certificate",
    address: 'the address of the proxy in Settings > Network',
    administrator: 'your IT department',
    lastStep,
  });
}

/** Most proxies with Digest can do Basic, too; NTLM and Kerberos use the sign-in of the computer. */
function signInStep(schemes: readonly string[], lastStep: string): string {
  const isDigest = schemes.every((scheme) => scheme === 'digest');
  const way = isDigest ? 'for a sign-in by Basic' : 'for a proxy on this computer that signs in for it';
  return `Ask your IT department to let Callboard through without a sign-in, or ${way}, then ${lastStep}.`;
}
