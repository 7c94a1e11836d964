import { parseJson } from '../../shared/parse-json.ts';
import type { ProxyProblem } from '../../shared/proxy-problems.ts';
import { readSafely } from '../../shared/read-safely.ts';
import {
  CREATE_INTERVIEW_REQUEST_PATH,
  type CreateInterviewRequestBody,
  createInterviewRequestAnswer,
} from '../../shared/service-interface.ts';
import { proxyFailureIn } from '../network/proxy-failure.ts';
import { systemReason } from '../network/system-error.ts';
import { answerText } from './answer-text.ts';
import { type CreateOutcomeName, outcomeOfStatus } from './create-outcomes.ts';
import { ACCEPT_ENCODING } from './decoded-body.ts';
import type { Answer, Exchanged, HttpRequest } from './exchange.ts';
import type { HttpConnection } from './http-connection.ts';
import type { ReceivedIds } from './received-ids.ts';
import { retryAfterMs } from './retry-after.ts';
import type { ServiceConnections } from './service-connections.ts';
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
  /** What the system or a library says of a transport failure, for the history. */
  readonly reason?: string;
  /** What a proxy did, where one stood in the way. */
  readonly proxyProblem?: ProxyProblem;
}

export interface CreateCall {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly idempotencyKey: string;
  readonly body: CreateInterviewRequestBody;
  /** Whether no connection that is there already may be used. */
  readonly onNewConnection?: boolean;
  /**
   * Stores durably that the first byte is about to be written. Called once the connection stands (TLS done) and
   * before any byte of the request; when it rejects, nothing is sent. `checkConnection` sees whether the connection was closed
   * meanwhile: run as the last thing before it resolves, nothing comes between it and the first byte. Called again where
   * it was closed, for a new one.
   */
  markSending(checkConnection: () => Promise<void>): Promise<void>;
}

/** When an answer is waited for no longer, counted from the first byte sent, ms. One that comes later still counts. */
export const ANSWER_DEADLINE_MS = 30_000;

/** Where creates of one workspace go. */
export interface CreateConnections {
  readonly connections: ServiceConnections;
  /** The ids that its service has answered with in this run. */
  readonly received: ReceivedIds;
}

/**
 * POST /v1/interview/create-interview-request (service-interface.md §4.1), sent at most once. Past the deadline it
 * answers `no_answer_in_time`, and `late` says how the call ends after all.
 */
export async function createInterviewRequest(
  to: CreateConnections,
  call: CreateCall,
  { now = Date.now, deadlineMs = ANSWER_DEADLINE_MS } = {},
): Promise<CreateOutcome> {
  const sending = Promise.withResolvers<void>();
  const finished = sendOnce(to, call, sending.resolve, now);
  let timer: NodeJS.Timeout | undefined;
  const deadline = sending.promise.then(() => {
    const passed = Promise.withResolvers<CreateOutcome>();
    timer = setTimeout(passed.resolve, deadlineMs, { name: 'no_answer_in_time', late: finished });
    return passed.promise;
  });
  return Promise.race([finished, deadline]).finally(() => clearTimeout(timer));
}

/** One send, to its very end; `onSending` is called as the first byte is written. */
async function sendOnce(
  { connections, received }: CreateConnections,
  call: CreateCall,
  onSending: () => void,
  now: () => number,
): Promise<CreateOutcome> {
  const ready = await markedConnection(connections, call);
  if ('name' in ready) return ready;
  onSending();
  let exchanged: Exchanged;
  try {
    exchanged = await connections.exchange(ready, requestOf(call));
  } catch (error) {
    return { name: outcomeWhileSending(error), ...reasonOf(error) };
  }
  const outcome = judgeCreateAnswer(exchanged.answer, now());
  const { idempotencyKey, body } = call;
  const receiver = { idempotencyKey, candidateName: body.candidate.name };
  const knownAs = outcome.accepted && received.receive(outcome.accepted.requestId, receiver);
  if (knownAs === undefined) {
    connections.giveBack(ready, exchanged);
    return outcome;
  }
  // Somebody else's answer: this one's may be the next on that connection.
  connections.giveUp(ready);
  return acceptedWithKnownId(outcome, knownAs);
}

/**
 * A connection that stands and on which nothing is waiting to be read, once the mark is stored: the first byte can
 * follow in the same turn. Else how the call ended without one. A kept-alive connection that was closed meanwhile is
 * replaced by a new one: nothing has gone out on it.
 */
async function markedConnection(
  connections: ServiceConnections,
  { markSending, onNewConnection = false }: CreateCall,
): Promise<HttpConnection | CreateOutcome> {
  for (let kind: 'any' | 'new' = onNewConnection ? 'new' : 'any'; ; kind = 'new') {
    let connection: HttpConnection;
    try {
      connection = await connections.take(kind);
    } catch (error) {
      const name = outcomeBeforeSending(error);
      const failure = proxyFailureIn(error);
      if (!failure) return { name, ...reasonOf(error) };
      const { proxy, problem: proxyProblem } = failure;
      return { name, proxyProblem, ...(proxy ? { proxy } : {}) };
    }
    const isReused = connection.answers > 0;
    let stands: boolean | undefined;
    const look = async (): Promise<void> => {
      stands = await connection.stillStands();
    };
    try {
      await markSending(look);
      if (stands === undefined) await look();
    } catch (error) {
      connection.destroy();
      return { name: 'mark_not_stored', ...reasonOf(error) };
    }
    if (stands) return connection;
    connection.destroy();
    if (!isReused) return { name: 'secure_connection_failed' };
  }
}

function requestOf({ baseUrl, accessToken, idempotencyKey, body }: CreateCall): HttpRequest {
  return {
    method: 'POST',
    path: pathBelow(baseUrl, CREATE_INTERVIEW_REQUEST_PATH),
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': ACCEPT_ENCODING,
      // A quoted string (RFC 8941 §3.3.3). Nothing relies on the service knowing it.
      'idempotency-key': `"${idempotencyKey}"`,
    },
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}

/** The id of a request that was made for somebody else cannot be this one's: whether there is one, nobody knows. */
function acceptedWithKnownId({ accepted, ...outcome }: CreateOutcome, knownAs: string): CreateOutcome {
  const answer = accepted && `${accepted.requestId}, ${accepted.status}`;
  return { ...outcome, name: 'accepted_with_known_id', ...(answer && { answer }), knownAs };
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

function reasonOf(error: unknown): Pick<CreateOutcome, 'reason'> {
  const reason = systemReason(error);
  return reason === undefined ? {} : { reason };
}
