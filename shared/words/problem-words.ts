import type { SubmissionProblem } from '../problems.ts';
import type { ProxyProblem } from '../proxy-problems.ts';
import { isMarkup } from '../service-words/clean-text.ts';
import { withoutStatusName } from '../service-words/service-words.ts';
import { type SubmissionField, withFieldNames } from '../service-words/submission-field-of.ts';
import { placesWords } from '../time-zone-names.ts';
import { capitalized } from './capitalized.ts';
import { type CertificateOwner, certificateProblemWords } from './certificate-problem-words.ts';
import { handshakeWords } from './handshake-words.ts';
import { STATUS_WORDS } from './http-status-words.ts';
import { proxyNextStep, proxyWords } from './proxy-words.ts';
import { STANDING_WORDS } from './rule-words.ts';

/** What happened and what to do next, in a recruiter's words. */
export interface ProblemWords {
  readonly message: string;
  readonly nextStep: string;
}

const MAY_HAVE_ARRIVED = 'The request may or may not have reached the service.';
const DECIDE = 'Check with the service whether the request exists, then enter its ID, send again or discard.';

export const SUBMISSION_PROBLEM_WORDS: Readonly<Record<SubmissionProblem['code'], ProblemWords>> = {
  accepted_without_id: {
    message: "The service accepted the request but didn't return its ID.",
    nextStep: 'Ask the service for the request ID and enter it. Sending again would call this person twice.',
  },
  accepted_with_known_id: {
    message: `The service answered with the ID of another request. ${MAY_HAVE_ARRIVED}`,
    nextStep: DECIDE,
  },
  name_not_found: {
    message: "Couldn't find the service's address.",
    nextStep:
      'Callboard tries again automatically. If this continues, check the network and the service address.',
  },
  not_reachable: {
    message: "Couldn't reach the service.",
    nextStep: 'Callboard tries again automatically as soon as the service answers.',
  },
  connect_timeout: {
    message: "The service didn't respond.",
    nextStep: 'Callboard tries again automatically as soon as the service answers.',
  },
  secure_connection_failed: {
    message: "Couldn't make a secure connection to the service.",
    nextStep: 'Callboard tries again automatically. If this continues, check the service address.',
  },
  certificate_not_trusted: {
    message: "The service's certificate is not trusted by this computer.",
    nextStep:
      'Ask your IT department for the certificate authority and add it in Settings > Network, then choose Try now.',
  },
  proxy_not_reachable: {
    message: "Couldn't reach the proxy.",
    nextStep:
      'Callboard tries again automatically. If this continues, check the proxy in Settings > Network.',
  },
  proxy_settings_unreadable: {
    message: "Couldn't read the proxy settings.",
    nextStep:
      'Callboard tries again automatically. If this continues, check the proxy in Settings > Network.',
  },
  proxy_refused: {
    message: 'The proxy blocked the connection.',
    nextStep:
      'Callboard tries again automatically. If this continues, ask your IT department to allow the service address.',
  },
  proxy_not_trusted: {
    message: "The proxy's own certificate is not trusted by this computer.",
    nextStep: 'Add the certificate authority in Settings > Network; it will then be sent automatically.',
  },
  proxy_sign_in_needed: {
    message: 'The proxy asks for a user name and password.',
    nextStep: 'Enter them in Settings > Network; it will then be sent automatically.',
  },
  proxy_sign_in_unsupported: {
    message: "The proxy requires a sign-in that Callboard doesn't support.",
    nextStep:
      'Ask your IT department for a way to the service without it, then set that in Settings > Network.',
  },
  mark_not_stored: {
    message: "Callboard couldn't write to the disk, so nothing was sent.",
    nextStep:
      "Check that the disk has space and that Callboard's data folder is still there, then choose Try now.",
  },
  interrupted: { message: `Callboard was closed while sending. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  connection_lost: { message: `The connection broke while sending. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  no_answer_in_time: { message: `The service didn't answer in time. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  answer_unreadable: { message: `The service's answer is unreadable. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  unclear_status: { message: `The service reported an error. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  redirected: { message: `The service redirected the request. ${MAY_HAVE_ARRIVED}`, nextStep: DECIDE },
  redirect_refused: {
    message: 'The service wants the request sent to another address, which Callboard never does on its own.',
    nextStep:
      "Ask the service's administrator whether its address has changed, and correct it in the connection settings.",
  },
  refused_as_it_is: {
    message: 'The service refused this submission as it is.',
    nextStep: 'Correct it and submit again, or discard it.',
  },
  sign_in_needed: {
    message: 'The service no longer accepts the sign-in.',
    nextStep: 'Sign in again; it will then be sent automatically.',
  },
  sign_in_not_renewed: {
    message: "The sign-in must be renewed, which hasn't worked yet.",
    nextStep: 'Callboard tries again automatically. If this continues, sign in again.',
  },
  not_permitted: {
    message: "The service doesn't do this.",
    nextStep: "Check the service address, or ask the service's administrator. Then choose Try now.",
  },
  other_connection_needed: {
    message: "The service didn't accept the request on this connection.",
    nextStep: 'Choose Try now to send it on a new connection.',
  },
  slow_down: {
    message: 'The service is asking Callboard to slow down.',
    nextStep: 'Callboard waits as long as the service asks and then continues automatically.',
  },
  unavailable_until: {
    message: 'The service is busy and said when to try again.',
    nextStep: 'Callboard waits as long as the service asks and then continues automatically.',
  },
  paused_by_you: { message: 'You paused this submission.', nextStep: 'Choose Resume to send it.' },
  edit_interrupted: {
    message: 'You were editing this submission when Callboard or its window closed, so it stays on hold.',
    nextStep: 'You left off editing it: choose Edit to correct it, or Try now to send it as it is.',
  },
  from_a_backup: {
    message: 'This came from a backup. Another computer may have sent it since then.',
    nextStep:
      'Check that computer or ask your service, then enter its request ID, send it again if it never went out, or discard it.',
  },
  from_a_copy: {
    message: 'This waited in a copy of the data folder. It may have been sent since then.',
    nextStep:
      'Ask your service, then enter its request ID, send it again if it never went out, or discard it.',
  },
  team_restored: {
    message: 'The team database was restored from a backup, so it may not know whom your colleagues called.',
    nextStep: 'Ask your colleagues, then send it again if nobody called this person, or discard it.',
  },
  ...STANDING_WORDS,
};

/** The fields of New request, in the middle of a sentence. */
export const FIELD_WORDS: Readonly<Record<SubmissionField, string>> = {
  candidateName: 'candidate name',
  phoneNumber: 'phone number',
  resumeUrl: 'resume link',
  jobDescriptionId: 'job description',
  questionnaireTemplateId: 'questionnaire',
};

export function problemWords(problem: SubmissionProblem): ProblemWords {
  const { code, httpStatus, knownAs, proxy, proxyProblem, location, madeAt } = problem;
  const words = { ...SUBMISSION_PROBLEM_WORDS[code], ...STATUS_WORDS[code]?.[httpStatus ?? 0] };
  switch (code) {
    case 'secure_connection_failed': {
      const cause = handshakeWords(problem.reason, 'The service');
      return cause ? { ...cause, nextStep: `Callboard tries again automatically. ${cause.nextStep}` } : words;
    }
    case 'connection_lost': {
      const cause = handshakeWords(problem.reason, 'The service');
      return cause ? { ...words, message: `${cause.message} ${MAY_HAVE_ARRIVED}` } : words;
    }
    case 'not_permitted':
      return httpStatus === 403 && isMarkup(problem.answer ?? '') ? REFUSED_BY_A_PAGE : words;
    case 'accepted_with_known_id':
      return knownAs === undefined ? words : { ...words, message: knownIdWords(knownAs) };
    case 'certificate_not_trusted':
      return certificateProblemWords(problem.reason, SERVICE) ?? words;
    case 'refused_as_it_is':
      return (
        (httpStatus === 400 ? handshakeWords(problem.said?.text, 'The service') : undefined) ?? {
          ...words,
          nextStep: correctionWords(problem) ?? words.nextStep,
        }
      );
    case 'mark_not_stored':
      return /\bdisk is full\b|ENOSPC/i.test(problem.reason ?? '')
        ? { ...words, nextStep: FREE_SPACE }
        : words;
    case 'from_a_backup':
    case 'from_a_copy':
      return madeAt === undefined ? words : { ...words, message: sinceWords(words.message, madeAt) };
    case 'time_zone_needed':
      return problem.timeZones ? { ...words, message: sharesNoHourWords(problem.timeZones) } : words;
    case 'unclear_status':
      return problem.suggestedId === undefined ? words : { ...words, nextStep: CHECK_SUGGESTED };
    case 'redirect_refused':
      return location ? { ...words, message: redirectWords(location) } : words;
    case 'redirected':
      return location
        ? { ...words, message: `The service redirected the request to ${location}. ${MAY_HAVE_ARRIVED}` }
        : words;
    default: {
      const precise = { ...words, ...(proxyProblem && proxyProblemWords(proxyProblem)) };
      return proxy ? { ...precise, message: `${precise.message} It is ${proxy}.` } : precise;
    }
  }
}

function sharesNoHourWords(timeZones: readonly string[]): string {
  return `This number can be in ${placesWords(timeZones)}, which share no calling hour.`;
}

const SERVICE: CertificateOwner = {
  certificate: "The service's certificate",
  address: 'the service address in the connection settings',
  administrator: "the service's administrator",
  lastStep: 'choose Try now',
};

/** What the words of a proxy's problem say more than those of the submission's. */
function proxyProblemWords(problem: ProxyProblem): Partial<ProblemWords> {
  const nextStep = proxyNextStep(problem, 'choose Try now');
  const isPrecise = PRECISE.has(problem.code) || nextStep !== undefined;
  return { ...(isPrecise && { message: proxyWords(problem) }), ...(nextStep && { nextStep }) };
}

/** Problems of a proxy that say more than the code of the submission's problem. */
const PRECISE: ReadonlySet<ProxyProblem['code']> = new Set([
  'credentials_refused',
  'socks_sign_in_unsupported',
]);

/** The date is in the second sentence, because the grid shows and groups by the first only. */
function sinceWords(message: string, madeAt: number): string {
  const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' }).format(madeAt);
  return message.replace(/since then\.$/, `since ${day}.`);
}

function redirectWords(location: string): string {
  return `The service wants the request sent to ${location}. Callboard never does that on its own.`;
}

/** A service answers JSON. Firewalls answer with a page of their own, and may take names such as "O'Brien" for an attack. */
const REFUSED_BY_A_PAGE: ProblemWords = {
  message: 'The service, or a firewall in front of it, does not allow this.',
  nextStep:
    "A firewall may have refused it because of its content, such as special characters in the name or the link. Ask the service's administrator, then choose Try now.",
};

const FREE_SPACE = 'Free some disk space, then choose Try now.';

const CHECK_SUGGESTED = "The answer names a request: check with Enter request ID that it's this person's.";

/** What to correct, if the service named it. */
function correctionWords({ said }: SubmissionProblem): string | undefined {
  const fields = (said?.fields ?? []).map(({ field }) => FIELD_WORDS[field]);
  if (fields.length === 0) return undefined;
  return `Correct the ${new Intl.ListFormat('en').format(fields)} and submit again, or discard it.`;
}

/** That a refusal says nothing a person can read; undefined if it says something. */
export function silenceWords({ code, answer, said }: SubmissionProblem): string | undefined {
  if (said || (code !== 'refused_as_it_is' && code !== 'not_permitted')) return undefined;
  return answer ? "Its answer can't be read as text." : 'It gave no reason.';
}

/** What the service said, on one line; undefined if nothing. */
export function answerWords({ code, answer, said }: SubmissionProblem): string | undefined {
  return answer && code === 'accepted_with_known_id' ? `Request ID ${answer}` : said?.text;
}

/**
 * Why a submission is not accepted, in a few words: the service's own, with our names of its fields and without HTTP's of its
 * status, or else the first sentence of ours. `said`: what the service said, unless all of it counts.
 */
export function reasonWords(problem: SubmissionProblem, said = answerWords(problem)): string {
  const isAccepted = problem.code.startsWith('accepted_');
  const words = isAccepted ? '' : withFieldNames(withoutStatusName(said ?? ''), FIELD_WORDS);
  return words === '' ? firstSentence(problem) : `“${words.replace(FIELD_AT_START, capitalized)}”`;
}

const FIELD_AT_START = new RegExp(`(?<=^|[.!?] )(?:${Object.values(FIELD_WORDS).join('|')})\\b`, 'g');

/** The first sentence of a problem's message, without its full stop. */
export function firstSentence(problem: SubmissionProblem | null | undefined): string {
  if (!problem) return 'Unknown cause';
  const { message } = problemWords(problem);
  return message.split(/(?<=[.!?])\s/, 1)[0]?.replace(/\.$/, '') ?? message;
}

/** The name comes after the first sentence, because the grid shows and groups by that sentence only. */
function knownIdWords(knownAs: string): string {
  return `The service answered with the ID of another request. That one is tracked for ${knownAs}. ${MAY_HAVE_ARRIVED}`;
}
