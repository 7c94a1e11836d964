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
 * Reads an answer to its end, to the connection's end, or to 8 MiB or `patienceMs`. Never throws: the head already says
 * much.
 */
export async function readAnswer(
  response: Dispatcher.ResponseData,
  patienceMs = LONGEST_READING_MS,
): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let cutShort: Error | undefined;
  const patience = setTimeout(
    () => response.body.destroy(new Error('The answer took too long.')),
    patienceMs,
  );
  try {
    for await (const chunk of response.body) {
      length += chunk.length;
      if (length > LONGEST_ANSWER_BYTES) throw new Error('The answer is longer than 8 MiB.');
      chunks.push(chunk);
    }
  } catch (error) {
    cutShort = error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(patience);
  }
  const retryAfter = response.headers['retry-after'];
  return {
    status: response.statusCode,
    retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
    // Unlike Buffer's toString, this leaves a byte order mark out: JSON.parse would stumble over it.
    body: new TextDecoder().decode(Buffer.concat(chunks)),
    cutShort,
  };
}
