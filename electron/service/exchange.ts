import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';

/** No answer of the service is read beyond this, bytes. */
export const LONGEST_ANSWER_BYTES = 8 * 1024 * 1024;

/** An HTTP answer whose head is complete; its body is read as UTF-8 text, as far as it came. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
  /** Why the body ended early; undefined when it is complete. */
  readonly cutShort: Error | undefined;
}

/** And for no longer than this, ms: one that comes letter by letter would otherwise hold its connection for good. */
const LONGEST_READING_MS = 120_000;

/**
 * Sends a request once and reads the answer to its end, to the connection's end, or to 8 MiB or `patienceMs` after its
 * head. Rejects where there was no head: it already says much. A thousand at a time go this way, so it gathers what undici
 * hands out instead of having a stream made of it.
 */
export function exchange(
  connection: Dispatcher,
  request: Dispatcher.DispatchOptions,
  patienceMs = LONGEST_READING_MS,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let head: { readonly status: number; readonly retryAfter: string | undefined } | undefined;
  let patience: NodeJS.Timeout | undefined;
  const end = (cutShort?: Error): void => {
    clearTimeout(patience);
    // Unlike Buffer's toString, this leaves a byte order mark out: JSON.parse would stumble over it.
    if (head) resolve({ ...head, body: new TextDecoder().decode(Buffer.concat(chunks)), cutShort });
    else reject(cutShort);
  };
  connection.dispatch(request, {
    onRequestStart: () => undefined,
    onResponseStart: (controller, status, headers) => {
      // What comes before the answer proper (RFC 9110 §15.2).
      if (status < 200) return;
      const retryAfter = headers['retry-after'];
      head = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
      patience = setTimeout(() => controller.abort(new Error('The answer took too long.')), patienceMs);
    },
    onResponseData: (controller, chunk) => {
      length += chunk.length;
      if (length > LONGEST_ANSWER_BYTES) controller.abort(new Error('The answer is longer than 8 MiB.'));
      else chunks.push(chunk);
    },
    onResponseEnd: () => end(),
    onResponseError: (_controller, error) => {
      end(error);
      if (request.body instanceof Readable) request.body.on('error', () => undefined).destroy(error);
    },
  });
  return promise;
}
