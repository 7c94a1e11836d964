import type { SubmissionProblem } from '../problems.ts';
import type { ProblemWords } from './problem-words.ts';

const MAY_HAVE_ARRIVED = 'The request may or may not have reached the service.';
const OUTSIDE = "Ask the service's administrator. Editing the submission won't help.";

type ByStatus = Readonly<Record<number, Partial<ProblemWords>>>;

/** Words for a problem with this HTTP status, where they say more than those of its code alone. */
export const STATUS_WORDS: Readonly<Partial<Record<SubmissionProblem['code'], ByStatus>>> = {
  refused_as_it_is: {
    413: {
      message: 'The service says that the request is too large.',
      nextStep: 'Shorten the name or the resume link and submit again, or discard it.',
    },
    415: { message: "The service doesn't accept requests in Callboard's format, JSON.", nextStep: OUTSIDE },
    422: { message: 'The service refused the details of this submission.' },
    431: {
      message: "The service says that the request's headers are too large.",
      nextStep: 'Sign out and in again, then submit it again.',
    },
  },
  not_permitted: {
    403: {
      message: 'The service does not allow this.',
      nextStep: "Ask the service's administrator about your permissions, then choose Try now.",
    },
    404: {
      message: "The service didn't find what was asked for.",
      nextStep: 'Check the service address, the job description and the questionnaire, then choose Try now.',
    },
    405: {
      message: "The service doesn't accept new requests at this address.",
      nextStep: 'Check the service address in the connection settings, then choose Try now.',
    },
    410: {
      message: 'The service says that what was asked for no longer exists.',
      nextStep: 'Check the service address, the job description and the questionnaire, then choose Try now.',
    },
    501: {
      message: "The service says that it can't do this.",
      nextStep: "Ask the service's administrator, then choose Try now.",
    },
  },
  unclear_status: {
    402: { message: `The service says that it must be paid first. ${MAY_HAVE_ARRIVED}` },
    406: { message: `The service can't answer in a format that Callboard reads. ${MAY_HAVE_ARRIVED}` },
    407: { message: `A proxy in front of the service asks for a sign-in. ${MAY_HAVE_ARRIVED}` },
    408: { message: `The service says that the request took too long. ${MAY_HAVE_ARRIVED}` },
    409: { message: `The service reported a conflict. ${MAY_HAVE_ARRIVED}` },
    411: { message: `The service says that the request doesn't state its length. ${MAY_HAVE_ARRIVED}` },
    412: { message: `The service says that a condition of the request is not met. ${MAY_HAVE_ARRIVED}` },
    414: { message: `The service says that its address is too long. ${MAY_HAVE_ARRIVED}` },
    417: { message: `The service says that it can't do what the request expects. ${MAY_HAVE_ARRIVED}` },
    423: { message: `The service says that what was asked for is locked. ${MAY_HAVE_ARRIVED}` },
    424: { message: `The service says that something else it needs has failed. ${MAY_HAVE_ARRIVED}` },
    426: { message: `The service asks for a newer protocol. ${MAY_HAVE_ARRIVED}` },
    428: { message: `The service asks for a condition with the request. ${MAY_HAVE_ARRIVED}` },
    451: { message: `The service says that the law doesn't allow this. ${MAY_HAVE_ARRIVED}` },
    500: { message: `The service reported an internal error. ${MAY_HAVE_ARRIVED}` },
    502: { message: `A server in front of the service got no valid answer from it. ${MAY_HAVE_ARRIVED}` },
    503: { message: `The service says that it's unavailable. ${MAY_HAVE_ARRIVED}` },
    504: { message: `A server in front of the service got no answer in time. ${MAY_HAVE_ARRIVED}` },
    505: { message: `The service doesn't accept this version of HTTP. ${MAY_HAVE_ARRIVED}` },
    507: { message: `The service has no room to store the request. ${MAY_HAVE_ARRIVED}` },
    508: { message: `The service found a loop in its own work. ${MAY_HAVE_ARRIVED}` },
    509: { message: `The service has used up its bandwidth. ${MAY_HAVE_ARRIVED}` },
    511: {
      message: `This network asks for a sign-in of its own. ${MAY_HAVE_ARRIVED}`,
      nextStep:
        'Sign in to the network in your browser. Then check with the service whether the request exists, and enter its ID, send again or discard.',
    },
    520: {
      message: `A server in front of the service got an answer that it can't read. ${MAY_HAVE_ARRIVED}`,
    },
    521: { message: `A server in front of the service says that it's down. ${MAY_HAVE_ARRIVED}` },
    522: { message: `A server in front of the service couldn't connect to it in time. ${MAY_HAVE_ARRIVED}` },
    523: { message: `A server in front of the service couldn't reach it. ${MAY_HAVE_ARRIVED}` },
    524: { message: `A server in front of the service got no answer in time. ${MAY_HAVE_ARRIVED}` },
    525: {
      message: `A server in front of the service couldn't make a secure connection to it. ${MAY_HAVE_ARRIVED}`,
    },
    526: { message: `A server in front of the service doesn't trust its certificate. ${MAY_HAVE_ARRIVED}` },
    527: { message: `A server in front of the service lost the connection to it. ${MAY_HAVE_ARRIVED}` },
    529: { message: `The service says that it's overloaded. ${MAY_HAVE_ARRIVED}` },
    530: { message: `A server in front of the service couldn't reach it. ${MAY_HAVE_ARRIVED}` },
  },
};
