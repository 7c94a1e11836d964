import { readStatusAnswer } from '../../shared/read-answer.ts';
import { type InterviewRequestAnswer, interviewRequestPath } from '../../shared/service-interface.ts';
import { ACCEPT_ENCODING } from './answer-body.ts';
import { answerText, keptAnswer } from './answer-words.ts';
import { pathBelow } from './create-interview-request.ts';
import { createOutcomes, outcomeBeforeSending, outcomeOfStatus } from './create-outcomes.ts';
import { type Answer, AnswerTooLongError, type HttpRequest } from './exchange.ts';
import type { ServiceConnections } from './service-connections.ts';
import { retryAfterMs } from './service-wait.ts';

/** The most of another request's ID that is kept, as it is shown within a sentence. */
const SHOWN_ID_LENGTH = 80;

/** How one status read ended. Reading changes nothing at the service, so it can always be retried. */
export type ReadOutcome =
  | {
      readonly name: 'read';
      readonly answer: InterviewRequestAnswer;
      readonly raw: string;
      /** Which part of `answer` was left out, because it has the wrong type. */
      readonly leftOut?: string;
    }
  /** A 200 that breaks the interface; `raw` is kept for a person. */
  | { readonly name: 'unreadable'; readonly raw: string; readonly reason: string }
  /** A 200 larger than 8 MiB; `raw` is its beginning. */
  | { readonly name: 'too_large'; readonly raw: string }
  /** The answer is about another request than the one asked for. */
  | { readonly name: 'other_request'; readonly named: string }
  | { readonly name: 'sign_in_needed' }
  | { readonly name: 'not_found'; readonly answer: string }
  | { readonly name: 'slow_down'; readonly retryAfterMs: number | undefined }
  /** The service answered, but not with the request. */
  | { readonly name: 'refused'; readonly httpStatus: number; readonly answer: string }
  /** No complete answer. `reached`: whether the service was there at all. */
  | { readonly name: 'no_answer'; readonly reached: boolean };

/** GET /v1/interview/requests/{request_id} (docs/service.md, Read a request). */
export async function getInterviewRequest(
  connections: ServiceConnections,
  call: { readonly baseUrl: string; readonly accessToken: string; readonly requestId: string },
): Promise<ReadOutcome> {
  const request: HttpRequest = {
    method: 'GET',
    path: pathBelow(call.baseUrl, interviewRequestPath(call.requestId)),
    headers: {
      authorization: `Bearer ${call.accessToken}`,
      accept: 'application/json',
      'accept-encoding': ACCEPT_ENCODING,
    },
  };
  try {
    const connection = await connections.acquire();
    const exchanged = await connections.exchange(connection, request);
    const outcome = judgeReadAnswer(exchanged.answer, call.requestId, Date.now());
    if (outcome.name === 'other_request') connections.discard(connection);
    else connections.release(connection, exchanged);
    return outcome;
  } catch (error) {
    const reached = outcomeBeforeSending(error) === 'secure_connection_failed';
    return { name: 'no_answer', reached };
  }
}

/** The outcome that an answer to the status read means; needs no network. */
export function judgeReadAnswer(answer: Answer, requestId: string, now: number): ReadOutcome {
  const retryAfter = retryAfterMs(answer.retryAfter, now);
  if (answer.status === 401) return { name: 'sign_in_needed' };
  if (answer.status === 404 || answer.status === 410) {
    return { name: 'not_found', answer: answerText(answer.body) };
  }
  if (createOutcomes[outcomeOfStatus(answer.status, retryAfter !== undefined)].action === 'wait') {
    return { name: 'slow_down', retryAfterMs: retryAfter };
  }
  if (answer.status !== 200) {
    return { name: 'refused', httpStatus: answer.status, answer: answerText(answer.body) };
  }
  if (answer.cutShort instanceof AnswerTooLongError) {
    return { name: 'too_large', raw: keptAnswer(answer.body) };
  }
  if (answer.cutShort) return { name: 'no_answer', reached: true };
  const read = readStatusAnswer(answer.body);
  if (!read.answer) return { name: 'unreadable', raw: answer.body, reason: read.reason };
  const named = read.answer.request_id;
  if (named != null && !isSameId(named, requestId))
    return { name: 'other_request', named: named.slice(0, SHOWN_ID_LENGTH) };
  const { leftOut } = read;
  return { name: 'read', answer: read.answer, raw: answer.body, ...(leftOut && { leftOut }) };
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** UUIDs are case-insensitive (RFC 9562 §4). */
function isSameId(left: string, right: string): boolean {
  return left === right || (UUID.test(left) && left.toLowerCase() === right.toLowerCase());
}
