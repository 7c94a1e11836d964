import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { cleanText } from '../../shared/service-words/clean-text.ts';
import { serviceWords } from '../../shared/service-words/service-words.ts';

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
/**
 * The text of an answer's body. Most are UTF-8, whatever their header says; a service or a proxy may write another
 * encoding, with or without saying so. Never throws: what can't be decoded becomes U+FFFD. Drops a byte order mark, which
 * JSON may not begin with.
 */
export function bodyText(bytes: Uint8Array, contentType: string | undefined): string {
  const wide = wideEncoding(bytes, contentType);
  if (wide) return new TextDecoder(wide).decode(bytes);
  // `stream` accepts a character that was cut off with the body.
  const utf8 = decoded(bytes, 'utf-8', { stream: true });
  if (utf8 !== undefined) return utf8;
  const declared = /charset\s*=\s*"?([\w:.-]{1,40})/i;
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  const names = [declared.exec(contentType ?? ''), declared.exec(beginning), XML_ENCODING.exec(beginning)];
  for (const [, name] of names.filter((match) => match !== null)) {
    const text = name === undefined ? undefined : decoded(bytes, name);
    if (text !== undefined) return text;
  }
  return decoded(bytes, 'windows-1252') ?? new TextDecoder().decode(bytes);
}

const XML_ENCODING = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w:.-]{1,40})/i;

/** UTF-16, by its byte order mark, its header, or the zero bytes that Latin letters have in it. */
function wideEncoding(bytes: Uint8Array, contentType = ''): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (bytes.length < 4 || bytes.length % 2 !== 0) return undefined;
  const zeros = [0, 1].map((offset) =>
    bytes.subarray(0, 200).filter((byte, at) => byte === 0 && at % 2 === offset),
  );
  const most = Math.min(bytes.length, 200) / 4;
  if ((zeros[1]?.length ?? 0) > most && zeros[0]?.length === 0) return 'utf-16le';
  if ((zeros[0]?.length ?? 0) > most && zeros[1]?.length === 0) return 'utf-16be';
  if (/charset\s*=\s*"?utf-16be/i.test(contentType)) return 'utf-16be';
  return /charset\s*=\s*"?utf-16/i.test(contentType) ? 'utf-16le' : undefined;
}

/** Undefined if the encoding is unknown or the bytes are not in it. */
function decoded(
  bytes: Uint8Array,
  encoding: string,
  options?: { readonly stream: boolean },
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, options);
  } catch {
    return undefined;
  }
}

/** The Accept-Encoding header of our requests (RFC 9110 §12.5.3). */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

type Decompress = (compressed: Uint8Array, maxBytes: number) => Promise<Uint8Array>;

const DECOMPRESS: Readonly<Record<string, Decompress>> = {
  gzip: (compressed, maxBytes) => promisify(gunzip)(compressed, { maxOutputLength: maxBytes }),
  // The standard has a zlib header (RFC 9110 §8.4.1.2); some servers leave it out.
  deflate: (compressed, maxBytes) =>
    promisify(inflate)(compressed, { maxOutputLength: maxBytes }).catch(() =>
      promisify(inflateRaw)(compressed, { maxOutputLength: maxBytes }),
    ),
  br: (compressed, maxBytes) => promisify(brotliDecompress)(compressed, { maxOutputLength: maxBytes }),
  zstd: (compressed, maxBytes) => promisify(zstdDecompress)(compressed, { maxOutputLength: maxBytes }),
};

/** More layers than anyone compresses a body in. */
const MAX_LAYERS = 3;

/** The decompressed body; empty, with the reason, if it can't be decompressed. */
async function decodedBody(
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  maxBytes: number,
): Promise<{ readonly bytes: Uint8Array; readonly failure: Error | undefined }> {
  const layers = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim().replace(/^x-/, ''))
    .filter((name) => name !== '' && name !== 'identity');
  if (layers.length === 0 || bytes.length === 0) return { bytes, failure: undefined };
  try {
    if (layers.length > MAX_LAYERS) throw new Error('The answer is compressed too many times.');
    let body = bytes;
    // Content-Encoding lists layers in the order they were applied.
    for (const layer of layers.toReversed()) {
      const decompress = Object.hasOwn(DECOMPRESS, layer) ? DECOMPRESS[layer] : undefined;
      if (!decompress) throw new Error(`Callboard cannot read the answer's compression: ${layer}`);
      body = await decompress(body, maxBytes);
    }
    return { bytes: body, failure: undefined };
  } catch (error) {
    return { bytes: new Uint8Array(), failure: error instanceof Error ? error : new Error(String(error)) };
  }
}

/** How much of an answer is stored for a person to read, bytes of UTF-8. */
export const KEPT_ANSWER_BYTES = 4096;

/** What an error answer says, as plain text for a person: never markup, at most 4 KiB. */
export function answerText(body: string): string {
  return shorten(serviceWords(body).text);
}

/** The most characters of a service's words within a sentence of ours. */
const QUOTED_LENGTH = 300;

/** A field of an answer, to quote within a sentence; '' if it is not text. */
export function quotedWords(said: unknown): string {
  return typeof said === 'string' ? cleanText(said.slice(0, QUOTED_LENGTH)) : '';
}

/** The most characters of an `error_description`: the longest that services are known to send have about 700. */
const DESCRIPTION_LENGTH = 1000;

/** An `error_description` as plain text; one that is longer than any should be ends in `…`. '' if it is not text. */
export function describedWords(said: unknown): string {
  if (typeof said !== 'string') return '';
  const text = cleanText(said.slice(0, 2 * DESCRIPTION_LENGTH));
  return text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH).trimEnd()}…` : text;
}

/** The first 4 KiB of an answer, unchanged. */
export function keptAnswer(body: string): string {
  return shorten(body);
}

function shorten(text: string): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= KEPT_ANSWER_BYTES) return text;
  // Drops the replacement character of a character that was cut in half.
  return new TextDecoder().decode(bytes.subarray(0, KEPT_ANSWER_BYTES)).replace(/\uFFFD$/, '');
}
