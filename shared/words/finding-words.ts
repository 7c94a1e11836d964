import type { WordsTable } from '../coded.ts';
import type { Finding, FindingValues } from '../findings.ts';
import { type HopKind, routeWords } from '../network.ts';
import { ISSUER_STEP } from './failures/sign-in-failures.ts';
import { handshakeWords } from './handshake-words.ts';
import { proxyNextStep, proxyWords } from './proxy-words.ts';
import { wordsOf } from './words-of.ts';

/** The finding, and the next step if it is a problem. */
type Words = readonly [words: string, nextStep?: string];

const WHAT_FAILED: Readonly<Record<HopKind, string>> = {
  route: "Couldn't find a route",
  dns: "Couldn't look up the name",
  tcp: "Couldn't connect",
  proxy_tls: "Couldn't make a secure connection to the proxy",
  proxy: "The proxy didn't open the connection",
  tls: "Couldn't make a secure connection",
  http: "The server's answer can't be read",
};

const CHECK_AGAIN = 'check again';

export const FINDING_WORDS: WordsTable<FindingValues, Words> = {
  route_found: (route) => [routeWords(route)],
  address_given: ['This is an IP address, so there is nothing to look up.'],
  addresses_found: ({ addresses }) => [addresses.join(', ')],
  connected: ({ to }) => [`Connected to ${to}.`],
  tunnel_open: ({ userName }) => [
    `The proxy lets the connection through${userName === null ? '' : `, signed in as ${userName}`}.`,
  ],
  tls_trusted: ({ protocol }) => [`${protocol}, and the certificate is trusted.`],
  http_answered: ({ status }) => [`The server answered with HTTP ${status}.`],

  timed_out: ({ about }) => [
    `${about} did not answer in time.`,
    'A firewall may drop the connection. Check whether a proxy is needed, or ask your IT department.',
  ],
  name_unknown: ({ about }) => [
    `The name ${about} is unknown.`,
    'Check the address for typos. An internal name of your company may need its network or VPN.',
  ],
  no_name_server: ['No name server answered.', 'Check that this computer is connected to a network.'],
  connection_refused: ({ about }) => [
    `${about} refuses the connection.`,
    'Check the address and its port. If both are right, nothing is running there now.',
  ],
  no_way: ({ about }) => [
    `${about} can't be reached from this network.`,
    "Check this computer's network; you may need a VPN.",
  ],
  step_failed: ({ kind, reason }) => {
    const who = kind === 'proxy_tls' ? 'The proxy' : 'The server';
    const cause = handshakeWords(reason, who, kind === 'proxy_tls' ? 'your IT department' : undefined);
    if (cause) return [cause.message, cause.nextStep];
    return [
      reason === null ? `${WHAT_FAILED[kind]}.` : `${WHAT_FAILED[kind]}: ${reason}`,
      'Try again. If it still fails, show this page to your IT department.',
    ];
  },
  certificate_expired: [
    'The certificate has expired, or one it depends on has.',
    'Check the date of this computer. If it is right, whoever runs this server has to renew the certificate.',
  ],
  certificate_not_yet_valid: ['The certificate is not valid yet.', 'Check the date of this computer.'],
  certificate_of_another: ({ host }) => [
    `The certificate is for a different name than ${host}.`,
    'Check the address. If it is right, somebody else may be answering: ask your IT department.',
  ],
  certificate_not_trusted: ({ issuer }) => [
    issuer === null
      ? 'The certificate is not trusted here.'
      : `The certificate was issued by ${issuer}, which is not trusted here.`,
    'If your company inspects secure connections, ask its IT department for the certificate authority as a file and add it in Settings > Network.',
  ],

  proxy_sign_in_needed: ({ proxy, problem }) => [
    proxyWords(problem),
    `Enter the user name and password for ${proxy} in Settings > Network.`,
  ],
  proxy_sign_in_unsupported: ({ problem }) => [
    proxyWords(problem),
    proxyNextStep(problem, CHECK_AGAIN) ?? 'Ask your IT department to let Callboard through without it.',
  ],
  proxy_refused: ({ problem }) => [
    proxyWords(problem),
    'Ask your IT department to allow connections to this address and port.',
  ],
  proxy_not_trusted: ({ problem }) => [
    proxyWords(problem),
    proxyNextStep(problem, CHECK_AGAIN) ??
      'Ask your IT department for the certificate authority as a file and add it in Settings > Network.',
  ],
  proxy_settings_unreadable: ({ problem }) => [
    proxyWords(problem),
    'Check the proxy settings of this computer, or choose another way in Settings > Network.',
  ],
  proxy_not_reachable: ({ problem }) => [proxyWords(problem), 'Check the address and the port of the proxy.'],

  no_answer: ({ host }) => [`${host} gave no answer.`, 'Solve the problem above first.'],
  sign_in_page_found: ({ host, status }) => [`The sign-in page of ${host} answers (HTTP ${status}).`],
  sign_in_page_missing: ({ host, status }) => [
    `${host} answers, but has no sign-in page at this address (HTTP ${status}).`,
    'Check the sign-in address in the connection settings.',
  ],
  sign_in_page_broken: ({ host, status }) => [
    `${host} answers with HTTP ${status}: the sign-in service has a problem.`,
    'Try again in a few minutes. If it keeps happening, tell the administrator of the service.',
  ],
  service_answered: ({ host, status, said }) => [`${host} answers (HTTP ${status})${saying(said)}.`],
  service_in_doubt: ({ host, status, said }) => [
    `${host} answers with HTTP ${status}${saying(said)}.`,
    'If this isn’t your service’s answer, a firewall or the network’s sign-in page gave it: ask your IT department.',
  ],
  service_broken: ({ host, status, said }) => [
    `${host} answers with HTTP ${status}: the service has a problem${saying(said)}.`,
    'Try again in a few minutes. If it keeps happening, tell the administrator of the service.',
  ],
  issuer_expected: ({ issuer }) => [
    `The sign-in service names the issuer “${issuer}”, as the connection expects.`,
  ],
  issuer_not_told: ({ expected }) => [
    `The sign-in service doesn't publish its issuer. An answer that names one must name “${expected}”.`,
  ],
  issuer_differs: ({ issuer, expected }) => [
    `The sign-in service names the issuer “${issuer}”, but the connection expects “${expected}”.`,
    ISSUER_STEP,
  ],
  clock_right: ['The clock of this computer agrees with the sign-in service.'],
  clock_not_told: ["The sign-in service doesn't report its time."],
  clock_wrong: ({ aheadMs }) => [
    `The clock of this computer is ${lengthOf(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the sign-in service.`,
    'Let the system set date and time automatically. Certificates and sign-ins depend on them.',
  ],
  links_open_here: ['This computer opens app.callboard: links with Callboard.'],
  links_open_elsewhere: ({ program }) => [
    `This computer opens app.callboard: links with ${program}.`,
    'Start Callboard once more so that it registers itself, or choose it for these links in the system’s settings. Until then, use another way back.',
  ],
  links_open_nowhere: [
    'No program of this computer opens app.callboard: links.',
    'Install Callboard with its installer, or start it once more so that it registers itself. Until then, use another way back.',
  ],
  links_not_known: ({ missing }) => [
    `Couldn't find out which program opens app.callboard: links. ${missing ? 'xdg-utils is not installed.' : 'xdg-mime gave no answer.'}`,
    "If the browser can't open Callboard, use another way back.",
  ],
  instance_found: ['Links that open Callboard are handed to this window.'],
  instance_not_found: [
    "Callboard doesn't hold its single-instance lock, so links would not arrive here.",
    'Quit every Callboard that is running, then start it once.',
  ],
  port_in_use_by_sign_in: ({ host }) => [`Callboard is waiting for your browser at ${host}.`],
  port_free: ({ hosts, port }) => [
    `Callboard can listen at ${hosts.join(' and ')}, port ${port}, and is reached there.`,
  ],
  port_taken: ({ redirectUri }) => [
    `Another program uses the port of the redirect address ${redirectUri}.`,
    'Close that program, or register another port with the service and change the redirect address.',
  ],
  port_forbidden: ({ redirectUri }) => [
    `Callboard is not allowed to listen on the port of ${redirectUri}.`,
    'Register a port from 1024 on with the service and change the redirect address.',
  ],
  port_not_reached: ({ redirectUri }) => [
    `Callboard can't be reached at the redirect address ${redirectUri}.`,
    'Ask whether security software on this computer blocks local connections, or use another way back.',
  ],
};

export function findingWords(finding: Finding): {
  readonly words: string;
  readonly nextStep: string | undefined;
} {
  const [words, nextStep] = wordsOf<FindingValues, Words>(FINDING_WORDS, finding);
  return { words, nextStep };
}

/** What a service said, to end a sentence; '' if nothing. */
function saying(said: string): string {
  return said === '' ? '' : ` and says: “${said}”`;
}

function lengthOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
