import { parseJson } from '../../shared/parse-json.ts';
import type { SubmissionProblem } from '../../shared/problems.ts';
import type { ProxyProblem } from '../../shared/proxy-problems.ts';
import { readSafely } from '../../shared/read-safely.ts';
import {
  CREATE_INTERVIEW_REQUEST_PATH,
  type CreateInterviewRequestBody,
  createInterviewRequestAnswer,
} from '../../shared/service-interface.ts';
import { type ServiceWords, serviceWords } from '../../shared/service-words/service-words.ts';
import { suggestedRequestId } from '../../shared/service-words/suggested-request-id.ts';
import { withoutIds } from '../../shared/service-words/without-ids.ts';
import { proxyFailureIn } from '../network/network.ts';
import { systemReason } from '../network/system-error.ts';
import { ACCEPT_ENCODING } from './answer-body.ts';
import { keptAnswer, quotedWords } from './answer-words.ts';
import {
  type CreateOutcomeName,
  createOutcomes,
  outcomeBeforeSending,
  outcomeOfStatus,
  outcomeWhileSending,
} from './create-outcomes.ts';
import type { Answer, Exchanged, HttpRequest } from './exchange.ts';
import type { HttpConnection, ServiceConnections } from './service-connections.ts';
import { retryAfterMs } from './service-wait.ts';

export interface CreateOutcome {
  readonly name: CreateOutcomeName;
  readonly httpStatus?: number;
  /** The beginning of the service's answer, 4 KiB as it came; '' if it was empty. Not set for an acceptance with an id. */
  readonly answer?: string;
  /** What the whole answer says; not set if nothing. */
  readonly said?: ServiceWords;
  /** The id of an earlier request that the answer names. */
  readonly suggestedId?: string;
  /** Where a redirect leads, as the service wrote it. */
  readonly location?: string;
  /** Only with `accepted`. */
  readonly accepted?: { readonly requestId: string; readonly status: string };
  /** Only with `accepted_with_known_id`: the candidate whose request has this id. */
  readonly knownAs?: string;
  /** How long the service asks to wait, ms; undefined if it did not say. */
  readonly retryAfterMs?: number | undefined;
  /** With `no_answer_in_time`: how the call ends after its deadline. */
  readonly late?: Promise<CreateOutcome>;
  /** The proxy that caused the failure, `host:port`. */
  readonly proxy?: string;
  /** What the system or a library says about a transport failure, for the history. */
  readonly reason?: string;
  readonly proxyProblem?: ProxyProblem;
}

export interface CreateCall {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly idempotencyKey: string;
  readonly body: CreateInterviewRequestBody;
  /** Whether existing connections must not be used. */
  readonly onNewConnection?: boolean;
  /**
   * Durably stores that the first byte is about to be written. Called once the connection is open (TLS done) and before any
   * byte of the request; if it rejects, nothing is sent. `checkConnection` finds out whether the connection was closed in
   * the meantime: called last, nothing comes between it and the first byte. `markSending` is called again for a new
   * connection if the first was closed.
   */
  markSending(checkConnection: () => Promise<void>): Promise<void>;
}

/** How long an answer is waited for, ms from the first byte sent. A later answer still counts. */
const ANSWER_DEADLINE_MS = 30_000;

export interface CreateConnections {
  readonly connections: ServiceConnections;
  /** The ids that the service answered with in this run. */
  readonly received: ReceivedIds;
}

/**
 * POST /v1/interview/create-interview-request (docs/service.md, Create a request), sent at most once. Past the deadline it resolves
 * to `no_answer_in_time`, and `late` gives the final outcome.
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

/** Calls `onSending` as the first byte is written. */
async function sendOnce(
  { connections, received }: CreateConnections,
  call: CreateCall,
  onSending: () => void,
  now: () => number,
): Promise<CreateOutcome> {
  const connection = await markedConnection(connections, call);
  if ('name' in connection) return connection;
  onSending();
  let exchanged: Exchanged;
  try {
    exchanged = await connections.exchange(connection, requestOf(call));
  } catch (error) {
    return { name: outcomeWhileSending(error), ...reasonOf(error) };
  }
  const outcome = judgeCreateAnswer(exchanged.answer, now());
  const { idempotencyKey, body } = call;
  const receiver = { idempotencyKey, candidateName: body.candidate.name };
  const knownAs = outcome.accepted && received.receive(outcome.accepted.requestId, receiver);
  if (knownAs === undefined) {
    connections.release(connection, exchanged);
    return outcome;
  }
  // This answer belongs to another submission: ours may come next on this connection.
  connections.discard(connection);
  return acceptedWithKnownId(outcome, knownAs);
}

/**
 * An open connection with nothing left to read, once the mark is stored: the first byte can follow in the same turn of the
 * event loop. Otherwise, how the call ended without one. A reused connection that was closed in the meantime is replaced by
 * a new one, as nothing was sent on it.
 */
async function markedConnection(
  connections: ServiceConnections,
  { markSending, onNewConnection = false }: CreateCall,
): Promise<HttpConnection | CreateOutcome> {
  for (let kind: 'any' | 'new' = onNewConnection ? 'new' : 'any'; ; kind = 'new') {
    let connection: HttpConnection;
    try {
      connection = await connections.acquire(kind);
    } catch (error) {
      const name = outcomeBeforeSending(error);
      const failure = proxyFailureIn(error);
      if (!failure) return { name, ...reasonOf(error) };
      const { proxy, problem: proxyProblem } = failure;
      return { name, proxyProblem, ...(proxy ? { proxy } : {}) };
    }
    const isReused = connection.answers > 0;
    let isOpen: boolean | undefined;
    const check = async (): Promise<void> => {
      isOpen = await connection.isStillOpen();
    };
    try {
      await markSending(check);
      if (isOpen === undefined) await check();
    } catch (error) {
      connection.destroy();
      return { name: 'mark_not_stored', ...reasonOf(error) };
    }
    if (isOpen) return connection;
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

/** An id made for another candidate cannot be this submission's, so it is unknown whether the service has its request. */
function acceptedWithKnownId({ accepted, ...outcome }: CreateOutcome, knownAs: string): CreateOutcome {
  const answer = accepted && `${accepted.requestId}, ${accepted.status}`;
  return { ...outcome, name: 'accepted_with_known_id', ...(answer && { answer }), knownAs };
}

/** The outcome that an answer to the create call means; needs no network. */
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
    ...contentOf(answer, name),
    retryAfterMs: retryAfter,
  };
}

/** What an answer without a usable id says. */
function contentOf(
  { status, body, location }: Answer,
  name: CreateOutcomeName,
): Pick<CreateOutcome, 'answer' | 'said' | 'suggestedId' | 'location'> {
  const said = serviceWords(body);
  // Elsewhere, an id in an error names that error.
  const mayNameRequest = status === 409 || createOutcomes[name].certainty === 'accepted';
  const suggestedId = mayNameRequest ? suggestedRequestId(body) : undefined;
  return {
    answer: keptAnswer(body),
    ...(said.text !== '' && { said }),
    ...(suggestedId !== undefined && { suggestedId }),
    ...(location && status >= 300 && status < 400 && { location: quotedWords(location) }),
  };
}

/** An interface path below a service address that may itself have a path. */
export function pathBelow(baseUrl: string, path: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, '') + path;
}

function reasonOf(error: unknown): Pick<CreateOutcome, 'reason'> {
  const reason = systemReason(error);
  return reason === undefined ? {} : { reason };
}

/**
 * A create outcome as the problem stored with the submission and its history. `sentIds`: IDs that the submission sent;
 * refusals that name different ones are not alike.
 */
export function problemOf(
  {
    name,
    httpStatus,
    answer,
    said,
    suggestedId,
    location,
    reason,
    proxyProblem,
    knownAs,
    proxy,
  }: CreateOutcome,
  sentIds: readonly string[] = [],
): SubmissionProblem {
  const alike = said && withoutIds(said.text, sentIds);
  return {
    // An acceptance is a problem only if it does not name its request.
    code: name === 'accepted' ? 'accepted_without_id' : name,
    ...(httpStatus !== undefined && { httpStatus }),
    ...(answer && { answer }),
    ...(said && { said }),
    ...(alike !== said?.text && { alike }),
    ...(suggestedId !== undefined && { suggestedId }),
    ...(location && { location }),
    ...(reason && { reason }),
    ...(proxyProblem && { proxyProblem }),
    ...(knownAs !== undefined && { knownAs }),
    ...(proxy && { proxy }),
  };
}

/** A create whose answer named a request. */
interface Receiver {
  readonly idempotencyKey: string;
  readonly candidateName: string;
}

/** How many ids are remembered, the latest ones; older ones are in the database. */
const REMEMBERED = 10_000;

/**
 * Which create of this run got which request id. An answer can belong to another create: sent twice, or mixed up by a
 * proxy. It may arrive before the database knows whose the id is; and if both creates ask for the same, only the order of
 * arrival shows that one of them is wrong.
 */
export class ReceivedIds {
  private readonly receivers = new Map<string, Receiver>();

  /** Notes the id that a create was answered with. Returns its candidate if another create got the same id before. */
  receive(requestId: string, receiver: Receiver): string | undefined {
    const earlier = this.receivers.get(requestId);
    if (earlier)
      return earlier.idempotencyKey === receiver.idempotencyKey ? undefined : earlier.candidateName;
    this.receivers.set(requestId, receiver);
    const [oldest] = this.receivers.keys();
    if (this.receivers.size > REMEMBERED && oldest !== undefined) this.receivers.delete(oldest);
    return undefined;
  }
}
