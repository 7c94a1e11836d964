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
    408: { message: `The service says that the request took too long. ${MAY_HAVE_ARRIVED}` },
    409: { message: `The service reported a conflict. ${MAY_HAVE_ARRIVED}` },
    500: { message: `The service reported an internal error. ${MAY_HAVE_ARRIVED}` },
    502: { message: `A server in front of the service got no valid answer from it. ${MAY_HAVE_ARRIVED}` },
    503: { message: `The service says that it's unavailable. ${MAY_HAVE_ARRIVED}` },
    504: { message: `A server in front of the service got no answer in time. ${MAY_HAVE_ARRIVED}` },
  },
};
