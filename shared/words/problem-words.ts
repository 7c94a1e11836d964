import type { RequestProblem, SubmissionProblem } from '../problems.ts';

/** What happened, and the next step, in a recruiter's words. */
export interface ProblemWords {
  readonly message: string;
  readonly nextStep: string;
}

const MAY_HAVE_ARRIVED = 'The request may or may not have reached the service.';
const DECIDE = 'Check with the service whether the request exists, then enter its ID, send again or discard.';

export const SUBMISSION_PROBLEM_WORDS: Readonly<Record<SubmissionProblem['code'], ProblemWords>> = {
  accepted_without_id: {
    message: 'The service took the request but did not say its ID.',
    nextStep: 'Ask the service for the request ID and enter it. Sending again would call this person twice.',
  },
  accepted_with_known_id: {
    message: `The service answered with the ID of another request. ${MAY_HAVE_ARRIVED}`,
    nextStep: DECIDE,
  },
  name_not_found: {
    message: "The service's address could not be found.",
    nextStep: 'Callboard tries again by itself. If this lasts, check the network and the service address.',
  },
  not_reachable: {
    message: 'The service could not be reached.',
    nextStep: 'Callboard tries again by itself as soon as the service answers.',
  },
  connect_timeout: {
    message: 'The service did not answer the connection.',
    nextStep: 'Callboard tries again by itself as soon as the service answers.',
  },
  secure_connection_failed: {
    message: 'The connection to the service could not be made.',
    nextStep: 'Callboard tries again by itself. If this lasts, check the service address.',
  },
  certificate_not_trusted: {
    message: "The service's certificate is not trusted by this computer.",
    nextStep:
      'Ask your IT department for the certificate authority and add it in Settings > Network, then choose Try now.',
  },
  proxy_not_reachable: {
    message: 'The proxy could not be reached.',
    nextStep: 'Callboard tries again by itself. If this lasts, check the proxy in Settings > Network.',
  },
  proxy_settings_unreadable: {
    message: 'The proxy settings could not be read.',
    nextStep: 'Callboard tries again by itself. If this lasts, check the proxy in Settings > Network.',
  },
  proxy_refused: {
    message: 'The proxy did not let the connection through.',
    nextStep:
      'Callboard tries again by itself. If this lasts, ask your IT department to allow the service address.',
  },
  proxy_not_trusted: {
    message: "The proxy's own certificate is not trusted by this computer.",
    nextStep: 'Add the certificate authority in Settings > Network; it is sent then by itself.',
  },
  proxy_sign_in_needed: {
    message: 'The proxy asks for a user name and password.',
    nextStep: 'Enter them in Settings > Network; it is sent then by itself.',
  },
  proxy_sign_in_unsupported: {
    message: 'The proxy asks for a sign-in that Callboard cannot do (NTLM or Kerberos).',
    nextStep:
      'Ask your IT department for a way to the service without it, then set that in Settings > Network.',
  },
  mark_not_stored: {
    message: 'Callboard could not write to the disk, so nothing was sent.',
    nextStep: 'Free some disk space, then choose Try now.',
  },
  interrupted: { message: `Callboard was closed while sending. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  connection_lost: { message: `The connection broke while sending. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  no_answer_in_time: { message: `The service did not answer in time. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  answer_unreadable: { message: `The service's answer made no sense. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  unclear_status: { message: `The service reported an error. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  redirected: { message: `The service pointed somewhere else. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  redirect_refused: {
    message: 'The service wants the request sent to another address, which Callboard never does by itself.',
    nextStep: 'Check the service address in the connection settings.',
  },
  refused_as_it_is: {
    message: 'The service refused this submission as it is.',
    nextStep: 'Correct it and submit again, or discard it.',
  },
  sign_in_needed: {
    message: 'The service no longer accepts the sign-in.',
    nextStep: 'Sign in again; it is sent then by itself.',
  },
  sign_in_not_renewed: {
    message: 'The sign-in has to be renewed, and that has not worked yet.',
    nextStep: 'Callboard tries again by itself. If this lasts, sign in again.',
  },
  not_permitted: {
    message: 'The service does not allow this.',
    nextStep:
      "Ask the service's administrator about your permissions and the service address, then choose Try now.",
  },
  other_connection_needed: {
    message: 'The service did not take the request on this connection.',
    nextStep: 'Choose Try now to send it on a new connection.',
  },
  slow_down: {
    message: 'The service asks to slow down.',
    nextStep: 'Callboard waits as long as the service asks and then goes on by itself.',
  },
  unavailable_until: {
    message: 'The service is busy and says when to come back.',
    nextStep: 'Callboard waits as long as the service asks and then goes on by itself.',
  },
  paused_by_you: { message: 'You paused this submission.', nextStep: 'Choose Resume to send it.' },
  from_a_backup: {
    message: 'It came from a backup: another computer may have sent it since the backup was made.',
    nextStep:
      'Look there, or ask your service. Then enter its request ID, send it again if it never went out, or discard it.',
  },
};

/** Why a submission is not (yet) accepted, and what to do. */
export function problemWords({ code, knownAs, proxy }: SubmissionProblem): ProblemWords {
  const words = SUBMISSION_PROBLEM_WORDS[code];
  if (knownAs !== undefined) return { ...words, message: knownIdWords(knownAs) };
  return proxy ? { ...words, message: `${words.message} It is ${proxy}.` } : words;
}

/** What the service said to it, if anything. */
export function answerWords({ code, answer }: SubmissionProblem): string | undefined {
  return answer && code === 'accepted_with_known_id' ? `Request ID ${answer}` : answer;
}

/** The name comes after the first sentence: that one alone stands in the grid, the same for all of this cause. */
function knownIdWords(knownAs: string): string {
  return `The service answered with the ID of another request. That one is tracked for ${knownAs}. ${MAY_HAVE_ARRIVED}`;
}

export const REQUEST_PROBLEM_WORDS: Readonly<
  Record<RequestProblem['code'], (problem: RequestProblem) => string>
> = {
  part_unreadable: ({ reason }) => `A part of the service's answer could not be read (${reason}).`,
  unreadable: ({ reason }) => `The service's answer could not be read (${reason}).`,
  too_large: () => "The service's answer could not be read (it is larger than 8 MiB).",
  other_request: ({ named }) =>
    `The service answered with another request: ${named}. Nothing of that answer was taken over.`,
  not_found: () => 'The service says that it does not know this request.',
  refused: ({ httpStatus }) => `The service did not give the status: HTTP ${httpStatus}.`,
};

/** Why the last status read of a request brought nothing, or not all. */
export function requestProblemWords(problem: RequestProblem): string {
  return REQUEST_PROBLEM_WORDS[problem.code](problem);
}
