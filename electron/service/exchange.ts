import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { decodedBody } from './decoded-body.ts';

/** No answer of the service is read beyond this, bytes. */
export const LONGEST_ANSWER_BYTES = 8 * 1024 * 1024;

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** How long an answer is waited for, ms. */
export interface Patience {
  /** From the request sent to the answer's head. */
  readonly head: number;
  /** Between two pieces of the answer's body. */
  readonly body: number;
  /** From the head to the end: one that comes letter by letter would otherwise hold its connection for good. */
  readonly whole: number;
}

/** An HTTP answer whose head is complete; its body is read as UTF-8 text, as far as it came. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly date?: string | undefined;
  readonly body: string;
  /** Why the body ended early, or could not be read; undefined when it is complete. */
  readonly cutShort: Error | undefined;
}

/** An answer, and what it says about the connection it came on. */
export interface Exchanged {
  readonly answer: Answer;
  /** Whether both sides would keep the connection, and what the service says about how long. */
  readonly kept: boolean;
  readonly keepAlive: string | undefined;
}

/** No answer came in time; it may come yet, but nobody listens. */
export class AnswerTimeoutError extends Error {
  override readonly name = 'AnswerTimeoutError';
}

/** An answer that came before the request was written to its end: it belongs to nothing that was asked here. */
export class EarlyAnswerError extends Error {
  override readonly name = 'EarlyAnswerError';
}

/** An answer longer than {@link LONGEST_ANSWER_BYTES}. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/**
 * Sends a request once, over the connection that the agent gives, and reads the answer to its end, to the connection's
 * end, or to one of the limits. Informational answers before the real one are passed over (RFC 9110 §15.2). Rejects where
 * there was no head: it already says much.
 */
export function exchange(agent: Agent, request: HttpRequest, patience: Patience): Promise<Exchanged> {
  const { promise, resolve, reject } = Promise.withResolvers<Exchanged>();
  const call = httpRequest({
    agent,
    method: request.method,
    path: request.path,
    // What the agent knows nothing of: the connection stands already.
    setHost: false,
    headers: {
      connection: 'keep-alive',
      ...request.headers,
      ...(request.body && { 'content-length': String(request.body.length) }),
    },
  });
  let answered = false;
  const headTimer = setTimeout(
    () => call.destroy(new AnswerTimeoutError('There was no answer.')),
    patience.head,
  );
  call.once('response', (response) => {
    clearTimeout(headTimer);
    answered = true;
    const written = isWritten(call);
    void readBody(response, patience).then(async ({ bytes, cutShort }) => {
      if (!(await written)) {
        call.destroy();
        reject(new EarlyAnswerError('An answer came before the request was whole.'));
        return;
      }
      const { headers, statusCode = 0 } = response;
      const decoded = await decodedBody(bytes, headers['content-encoding'], LONGEST_ANSWER_BYTES);
      const answer = {
        status: statusCode,
        retryAfter: headers['retry-after'],
        date: headers.date,
        // Unlike Buffer's toString, this leaves a byte order mark out: JSON.parse would stumble over it.
        body: new TextDecoder().decode(decoded.bytes),
        cutShort: cutShort ?? decoded.failure,
      };
      resolve({
        answer,
        kept: call.shouldKeepAlive && !cutShort,
        keepAlive: headerText(headers['keep-alive']),
      });
    });
  });
  // Nobody asked for another protocol (101), so nothing can be said in it.
  call.once('upgrade', (_response, socket) => socket.destroy());
  // Once there is a head, what goes wrong cuts the body short.
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

/** Whether a request is written to its end, by the time that its answer begins. TLS tells that a turn later. */
async function isWritten(call: ClientRequest): Promise<boolean> {
  if (!call.writableFinished) await setImmediate();
  if (!call.writableFinished) await setImmediate();
  return call.writableFinished;
}

/** The body as far as it comes, and why it did not come whole. */
function readBody(
  response: IncomingMessage,
  { body, whole }: Patience,
): Promise<{ readonly bytes: Buffer; readonly cutShort: Error | undefined }> {
  const { promise, resolve } = Promise.withResolvers<{ bytes: Buffer; cutShort: Error | undefined }>();
  const chunks: Buffer[] = [];
  let length = 0;
  const giveUp = (): void => void response.destroy(new AnswerTimeoutError('The answer took too long.'));
  const pieceTimer = setTimeout(giveUp, body);
  const wholeTimer = setTimeout(giveUp, whole);
  const end = (cutShort?: Error): void => {
    clearTimeout(pieceTimer);
    clearTimeout(wholeTimer);
    resolve({ bytes: Buffer.concat(chunks), cutShort });
  };
  response.on('data', (chunk: Buffer) => {
    pieceTimer.refresh();
    length += chunk.length;
    if (length > LONGEST_ANSWER_BYTES)
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
