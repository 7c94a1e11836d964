import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { readSafely } from '../../shared/read-safely.ts';
import {
  CREATE_INTERVIEW_REQUEST_PATH,
  type CreateInterviewRequestBody,
  createInterviewRequestAnswer,
} from '../../shared/service-interface.ts';
import { proxyFailureIn } from '../network/proxy-failure.ts';
import { answerText, parseJson } from './answer-text.ts';
import { type CreateOutcomeName, outcomeOfStatus } from './create-outcomes.ts';
import { type Answer, exchange } from './exchange.ts';
import { retryAfterMs } from './retry-after.ts';
import { outcomeBeforeSending, outcomeWhileSending } from './transport-failure.ts';

/** How one create call ended. */
export interface CreateOutcome {
  readonly name: CreateOutcomeName;
  readonly httpStatus?: number;
  /** What the service said, plain text, at most 4 KiB; '' when it said nothing. Not of an acceptance that names its request. */
  readonly answer?: string;
  /** Only with `accepted`. */
  readonly accepted?: { readonly requestId: string; readonly status: string };
  /** Only with `accepted_with_known_id`: the candidate whose request has the id. */
  readonly knownAs?: string;
  /** How long the service asks to wait, ms; undefined when it did not say. */
  readonly retryAfterMs?: number | undefined;
  /** With `no_answer_in_time`: how the call ends after its deadline, if it ends by itself at all. */
  readonly late?: Promise<CreateOutcome>;
  /** The proxy that stood in the way, `host:port`. */
  readonly proxy?: string;
  /** The technical reason of a transport failure, for the history. */
  readonly reason?: string;
}

export interface CreateCall {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly idempotencyKey: string;
  readonly body: CreateInterviewRequestBody;
  /**
   * Stores durably that the first byte is about to be written. Called once the connection stands (TLS done) and
   * before any byte of the request; when it rejects, nothing is sent.
   */
  markSending(): Promise<void>;
}

/** Thrown into the request body's first step, so that undici closes the connection without having written a byte. */
class MarkNotStoredError extends Error {
  override readonly name = 'MarkNotStoredError';
}

/** When an answer is waited for no longer, counted from the first byte sent, ms. One that comes later still counts. */
export const ANSWER_DEADLINE_MS = 30_000;

/**
 * POST /v1/interview/create-interview-request (service-interface.md §4.1), sent at most once. Past the deadline it
 * answers `no_answer_in_time`, and `late` says how the call ends after all.
 */
export async function createInterviewRequest(
  connection: Dispatcher,
  call: CreateCall,
  { now = Date.now, deadlineMs = ANSWER_DEADLINE_MS } = {},
): Promise<CreateOutcome> {
  const sent = Promise.withResolvers<void>();
  const markSending = async (): Promise<void> => {
    await call.markSending();
    sent.resolve();
  };
  const finished = sendOnce(connection, { ...call, markSending }, now);
  let timer: NodeJS.Timeout | undefined;
  const deadline = sent.promise.then(() => {
    const passed = Promise.withResolvers<CreateOutcome>();
    timer = setTimeout(passed.resolve, deadlineMs, { name: 'no_answer_in_time', late: finished });
    return passed.promise;
  });
  return Promise.race([finished, deadline]).finally(() => clearTimeout(timer));
}

/**
 * One send, to its very end.
 *
 * undici writes the request's head only together with the first piece of an asynchronous body, and asks for that
 * piece only when the connection stands. So the body's first step is where the durable mark belongs.
 */
async function sendOnce(connection: Dispatcher, call: CreateCall, now: () => number): Promise<CreateOutcome> {
  const bytes = new TextEncoder().encode(JSON.stringify(call.body));
  let marking = Promise.resolve();
  let marked = false;
  const body = new Readable({
    read() {
      marking = call.markSending();
      marking.then(
        () => {
          marked = true;
          this.push(bytes);
          this.push(null);
        },
        (cause: unknown) =>
          this.destroy(new MarkNotStoredError('The sending mark could not be stored.', { cause })),
      );
    },
  });
  let answer: Answer;
  try {
    answer = await exchange(connection, {
      method: 'POST',
      path: pathBelow(call.baseUrl, CREATE_INTERVIEW_REQUEST_PATH),
      headers: {
        authorization: `Bearer ${call.accessToken}`,
        'content-type': 'application/json',
        'content-length': String(bytes.length),
        accept: 'application/json',
        // A quoted string (RFC 8941 §3.3.3). Nothing relies on the service knowing it.
        'idempotency-key': `"${call.idempotencyKey}"`,
      },
      body,
    });
  } catch (error) {
    const mayBeSent = marked;
    // The connection may break while the mark is on its way to the disk: whoever stores the outcome must find it there.
    await marking.catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    if (isMarkNotStored(error)) return { name: 'mark_not_stored', reason };
    if (mayBeSent) return { name: outcomeWhileSending(error), reason };
    const proxy = proxyFailureIn(error)?.proxy;
    return { name: outcomeBeforeSending(error), reason, ...(proxy ? { proxy } : {}) };
  }
  return judgeCreateAnswer(answer, now());
}

/** What an answer to the create call means; needs no network. */
export function judgeCreateAnswer(answer: Answer, now: number): CreateOutcome {
  const retryAfter = retryAfterMs(answer.retryAfter, now);
  const name = outcomeOfStatus(answer.status, retryAfter !== undefined);
  if (name === 'accepted') {
    const parsed = readSafely(
      createInterviewRequestAnswer,
      answer.cutShort ? undefined : parseJson(answer.body),
    );
    if (parsed.success) {
      const { request_id: requestId, status } = parsed.data;
      return { name, httpStatus: answer.status, accepted: { requestId, status } };
    }
  }
  return {
    name: name === 'accepted' ? 'accepted_without_id' : name,
    httpStatus: answer.status,
    answer: answerText(answer.body),
    retryAfterMs: retryAfter,
  };
}

/** A path of the interface below a service address that may have a path of its own. */
export function pathBelow(baseUrl: string, path: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '') + path;
}

function isMarkNotStored(error: unknown): boolean {
  return error instanceof Error && (error instanceof MarkNotStoredError || isMarkNotStored(error.cause));
}
