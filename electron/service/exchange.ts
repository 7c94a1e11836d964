import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { bodyText, decodedBody } from './answer-body.ts';

/** Answers are read up to this length, bytes. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Timeouts of an answer, ms. */
export interface AnswerTimeouts {
  /** From the request sent to the answer's head. */
  readonly head: number;
  /** Between two chunks of the answer's body. */
  readonly body: number;
  /** From the head to the end: an answer that trickles in would otherwise hold its connection for ever. */
  readonly whole: number;
}

/** An HTTP answer with a complete head; the body is text, as far as it arrived. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly date?: string | undefined;
  /** Where a redirect leads. */
  readonly location?: string | undefined;
  readonly body: string;
  /** Why the body ended early or could not be read; undefined if it is complete. */
  readonly cutShort: Error | undefined;
}

/** An answer, and what it says about its connection. */
export interface Exchanged {
  readonly answer: Answer;
  /** Whether both sides would keep the connection open, and the service's Keep-Alive header. */
  readonly kept: boolean;
  readonly keepAlive: string | undefined;
}

/** No answer came in time; if it still comes, nobody reads it. */
export class AnswerTimeoutError extends Error {
  override readonly name = 'AnswerTimeoutError';
}

/** An answer that came before the request was sent completely: it belongs to no request of ours. */
export class EarlyAnswerError extends Error {
  override readonly name = 'EarlyAnswerError';
}

/** An answer longer than {@link MAX_ANSWER_BYTES}. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/**
 * Sends a request once, over the agent's connection, and reads the answer until its end, the connection's end, or a limit.
 * Skips informational answers (RFC 9110 §15.2). Rejects if there was no head; a head alone already tells much.
 */
export function exchange(agent: Agent, request: HttpRequest, timeouts: AnswerTimeouts): Promise<Exchanged> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
  const call = httpRequest({
    agent,
    method: request.method,
    path: request.path,
    // The agent already has its connection and knows no host name.
    setHost: false,
    headers: {
      connection: 'keep-alive',
      ...request.headers,
      ...(request.body && { 'content-length': String(request.body.length) }),
    },
  });
  let answered = false;
  const headTimer = setTimeout(
    () => call.destroy(new AnswerTimeoutError('The service did not answer in time.')),
    timeouts.head,
  );
  call.once('response', (response) => {
    clearTimeout(headTimer);
    answered = true;
    const written = isWritten(call);
    void readBody(response, timeouts).then(async ({ bytes, cutShort }) => {
      if (!(await written)) {
        call.destroy();
        reject(new EarlyAnswerError('The answer came before the request was sent completely.'));
        return;
      }
      const { headers, statusCode = 0 } = response;
      const decoded = await decodedBody(bytes, headers['content-encoding'], MAX_ANSWER_BYTES);
      const answer = {
        status: statusCode,
        retryAfter: headers['retry-after'],
        date: headers.date,
        location: headers.location,
        body: bodyText(decoded.bytes, headers['content-type']),
        cutShort: cutShort ?? decoded.failure,
      };
      resolve({
        answer,
        kept: call.shouldKeepAlive && !cutShort,
        keepAlive: headerText(headers['keep-alive']),
      });
    });
  });
  // We never ask for another protocol (101), so nothing can be said in it.
  call.once('upgrade', (_response, socket) => socket.destroy());
  // After the head, an error cuts the body short.
  call.on('error', (error) => {
    if (!answered) reject(error);
  });
  call.once('close', () => {
    clearTimeout(headTimer);
    if (!answered) reject(new Error('The connection was closed without an answer.'));
  });
  call.end(request.body);
  return promise;
}

/** Whether the request was written completely by the time its answer begins. TLS reports that a turn later. */
async function isWritten(call: ClientRequest): Promise<boolean> {
  if (!call.writableFinished) await setImmediate();
  if (!call.writableFinished) await setImmediate();
  return call.writableFinished;
}

/** The body as far as it arrives, and why it is incomplete. */
function readBody(
  response: IncomingMessage,
  { body, whole }: AnswerTimeouts,
): Promise<{ readonly bytes: Buffer; readonly cutShort: Error | undefined }> {
  const { promise, resolve } = Promise.withResolvers<{ bytes: Buffer; cutShort: Error | undefined }>();
  const chunks: Buffer[] = [];
  let length = 0;
  const giveUp = (): void => void response.destroy(new AnswerTimeoutError('The answer took too long.'));
  const chunkTimer = setTimeout(giveUp, body);
  const wholeTimer = setTimeout(giveUp, whole);
  const end = (cutShort?: Error): void => {
    clearTimeout(chunkTimer);
    clearTimeout(wholeTimer);
    resolve({ bytes: Buffer.concat(chunks), cutShort });
  };
  response.on('data', (chunk: Buffer) => {
    chunkTimer.refresh();
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES)
      response.destroy(new AnswerTooLongError('The answer is longer than 8 MiB.'));
    else chunks.push(chunk);
  });
  response.once('end', () => end(response.complete ? undefined : new Error('The answer broke off.')));
  response.once('error', end);
  response.once('close', () => end(new Error('The answer broke off.')));
  return promise;
}

function headerText(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.join(', ');
}
