import type { WordsTable } from '../coded.ts';
import type { ProxyProblem, ProxyProblemValues } from '../proxy-problems.ts';
import { wordsOf } from './words-of.ts';

/** What the answer of a SOCKS 5 proxy means (RFC 1928 §6). */
const SOCKS5_ANSWERS: Readonly<Record<number, string>> = {
  1: 'it has a failure of its own',
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
  not_reachable: ({ reason }) => `The proxy could not be reached: ${reason}`,
  no_answer: ({ reason }) => `The proxy did not answer: ${reason}`,
  no_answer_to_connect: ({ reason }) => `The proxy did not answer CONNECT: ${reason}`,
  certificate_not_trusted: ({ reason }) => `The proxy's own certificate is not trusted: ${reason}`,
  connect_refused: ({ httpStatus }) => `The proxy answered CONNECT with HTTP ${httpStatus}.`,
  socks4_refused: 'The SOCKS proxy did not let the connection through: it does not make the connection.',
  socks5_refused: ({ answer }) =>
    `The SOCKS proxy did not let the connection through: ${SOCKS5_ANSWERS[answer] ?? `code ${answer}`}.`,
  credentials_needed: 'The proxy asks for a user name and password.',
  credentials_refused: 'The proxy does not accept the user name and password.',
  sign_in_unsupported: ({ schemes }) =>
    `The proxy asks for a sign-in by ${schemes.map((scheme) => SCHEMES[scheme] ?? scheme).join(' or ')}, which Callboard cannot do.`,
  socks_sign_in_unsupported: 'The SOCKS proxy asks for a sign-in, which Callboard cannot do.',
  name_too_long_for_socks: 'The name of the service is too long for a SOCKS proxy.',
  not_http: 'What the proxy answered is not HTTP.',
  not_socks: ({ version }) => `What the proxy answered is not SOCKS ${version}.`,
  only_provisional: 'The proxy answered with nothing but provisional answers.',
  endless: 'The answer of the proxy has no end.',
  spoke_first: 'The proxy sent something before the connection began.',
  settings_unreadable: "The computer's proxy settings could not be read.",
  address_unusable: 'The address of the proxy in the settings cannot be used.',
};

/** Why there is no way through a proxy. */
export function proxyWords(problem: ProxyProblem): string {
  return wordsOf(PROXY_WORDS, problem);
}
