import type { WordsTable } from '../../coded.ts';
import type { FailureValues } from '../../failures.ts';
import { certificateProblemWords } from '../certificate-problem-words.ts';
import { handshakeWords } from '../handshake-words.ts';
import { proxyNextStep, proxyWords } from '../proxy-words.ts';
import { type FailureText, quoted } from './failure-text.ts';

const SIGN_IN_AGAIN = 'Sign in again.';

/** Callboard never takes over an issuer by itself: it is what tells a service's answers from another's. */
export const ISSUER_STEP =
  "Ask the service's administrator whether that is its issuer. If it is, enter it as Issuer in the connection settings, under Further settings.";

export const SIGN_IN_FAILURES = {
  client_secret_missing: {
    message: 'The client secret of this workspace is not stored on this computer.',
    nextStep: 'Enter it in the connection settings.',
  },
  key_store_waiting: {
    message: 'The key store of this computer has not answered yet.',
    nextStep: 'If it asks for its password, enter it, then try again.',
  },
  sign_in_timeout: {
    message: 'The sign-in was not completed within five minutes.',
    nextStep: "Sign in again. If the browser can't open Callboard, use Paste return address.",
  },
  sign_in_ended: { message: 'The sign-in has ended.', nextStep: SIGN_IN_AGAIN },
  sign_in_not_finished: { message: "Couldn't finish the sign-in.", nextStep: 'Try again.' },
  signed_out_meanwhile: { message: 'You signed out before the sign-in finished.' },
  not_the_answer: {
    message: 'This is not the return address Callboard is waiting for.',
    nextStep: 'Copy the whole address of the page your browser ended on, from its first letter to its last.',
  },
  answer_incomplete: {
    message: 'The answer from the sign-in page is incomplete.',
    nextStep: 'Start the sign-in again.',
  },
  token_unusable: {
    message: "The sign-in service returned a token that can't be used.",
    nextStep: 'Ask the administrator of the service.',
  },
  access_denied: ({ said }) => ({
    message: `Access was refused on the sign-in page.${quoted(said)}`,
    nextStep: 'Sign in again and choose Allow, or ask your administrator for access.',
  }),
  app_not_accepted: ({ error, said }) => ({
    message: `The service does not accept this app's sign-in (${error}).${quoted(said)}`,
    nextStep: 'Check the client ID and the redirect address in the connection settings.',
  }),
  client_not_permitted: ({ error, at, said }) => ({
    message: `The service does not permit what this client asks for (${error}).${quoted(said)}`,
    nextStep: error === 'invalid_scope' ? ALLOW_SCOPES : ALLOW_GRANT[at],
  }),
  sign_in_page_troubled: ({ said }) => ({
    message: `The sign-in service has a problem right now.${quoted(said)}`,
    nextStep: 'Try again in a few minutes.',
  }),
  sign_in_page_refused: ({ error, said }) => ({
    message: `The sign-in was refused (${error}).${quoted(said)}`,
    nextStep: 'Try again, or ask your administrator.',
  }),
  wrong_issuer: ({ issuer, expected }) => ({
    message: `The answer names the issuer “${issuer}”, but this workspace expects “${expected}”.`,
    nextStep: `${ISSUER_STEP} If it isn't, don't trust the page you signed in on.`,
  }),
  redirect_port_taken: ({ redirectUri }) => ({
    message: `Another program uses the port of the redirect address ${redirectUri}.`,
    nextStep:
      'Close that program, or register another port with the service and change it in the connection settings.',
  }),
  not_a_sign_in_service: ({ host }) => ({
    message: `The answer from ${host} is not from a sign-in service.`,
    nextStep: 'Check the sign-in address in the connection settings.',
  }),
  sign_in_redirected: ({ host, location }) => ({
    message: `${host} wants the sign-in sent to “${location}”. Callboard never does that on its own.`,
    nextStep:
      "Ask the service's administrator whether the sign-in address has changed, and correct it in the connection settings.",
  }),
  sign_in_trouble: (answered) => ({
    message: answeredWords(answered),
    nextStep: 'Try again in a few minutes.',
  }),
  sign_in_unexpected: (answered) => ({
    message: answeredWords(answered),
    nextStep: unexpectedStep(answered),
  }),
  sign_in_unreachable: ({ host }) => ({
    message: `Couldn't reach the sign-in service ${host}.`,
    nextStep: 'Check the network and the sign-in address, then try again.',
  }),
  sign_in_behind_proxy: ({ host, proxy, problem }) => ({
    message: `${proxyWords(problem)} It is the proxy for ${host}${proxy && `: ${proxy}`}.`,
    nextStep:
      proxyNextStep(problem, 'sign in again') ?? 'Check the proxy in Settings > Network, then try again.',
  }),
  sign_in_not_trusted: ({ host, reason }) =>
    certificateProblemWords(reason ?? undefined, {
      certificate: `The certificate of ${host}`,
      address: 'the sign-in address in the connection settings',
      administrator: "the service's administrator",
      lastStep: 'sign in again',
    }) ?? {
      message: `The certificate of ${host} is not trusted by this computer.`,
      nextStep: 'Ask your IT department for the certificate authority and add it in Settings > Network.',
    },
  sign_in_answer_lost: ({ host, reason }) =>
    handshakeWords(reason, host) ?? {
      message: `The connection to ${host} broke before it answered.`,
      nextStep: 'Check the network, then try again.',
    },
  invalid_client: ({ said }) => ({
    message: `The service does not accept the client ID and client secret.${quoted(said)}`,
    nextStep:
      "Correct them in the connection settings. If they are right, ask the service's administrator to allow client_secret_post for this client.",
  }),
  invalid_grant: ({ said }) => ({ message: grantWords(said), nextStep: SIGN_IN_AGAIN }),
  sign_in_refused: refusedWords,
  sign_in_refused_for_now: refusedWords,
  renewal_lost: ({ said }) => ({
    message: `The response that renewed the sign-in was lost, and the previous sign-in has ended. ${grantWords(said)}`,
    nextStep: 'Sign in again. Submissions in the Outbox are then sent automatically.',
  }),
  renewal_refused: (refused) => ({
    message: `Couldn't renew the sign-in. ${refusedWords(refused).message}`,
    nextStep: 'Sign in again. If that fails too, check the connection settings.',
  }),
} satisfies Partial<WordsTable<FailureValues, FailureText>>;

const ALLOW_SCOPES =
  "Ask the service's administrator to allow read and write for this client, then sign in again.";

/** Some services answer `unauthorized_client` to a wrong secret, too. */
const ALLOW_GRANT = {
  page: "Ask the service's administrator to allow this client the authorization code flow, then sign in again.",
  tokens:
    "Ask the service's administrator to allow client_secret_post and the authorization code flow for this client. If they are allowed, check the client secret in the connection settings.",
} as const;

function answeredWords({ host, httpStatus, said }: FailureValues['sign_in_trouble']): string {
  return `${host} answered the sign-in with HTTP ${httpStatus}${said ? `: ${said}` : '.'}`;
}

function unexpectedStep({ host, httpStatus, said }: FailureValues['sign_in_unexpected']): string {
  const ask = "ask the service's administrator whether a server in front of it";
  if (httpStatus === 403)
    return `Check the sign-in address in the connection settings, and ${ask} refuses Callboard.`;
  if (httpStatus === 413) return `The sign-in was too large for it: ${ask} limits the size of requests.`;
  return (
    handshakeWords(said, host)?.nextStep ??
    'Check the sign-in address in the connection settings, then try again.'
  );
}

function grantWords(said: string): string {
  return `The sign-in is no longer valid.${quoted(said)}`;
}

function refusedWords({ error, said }: FailureValues['sign_in_refused']): FailureText {
  return {
    message: `The sign-in was refused (${error}).${quoted(said)}`,
    nextStep: 'Try again, or check the connection settings.',
  };
}
