import { cleanText } from '../../shared/service-words/clean-text.ts';
import { serviceWords } from '../../shared/service-words/service-words.ts';

/** How much of an answer is stored for a person to read, bytes of UTF-8. */
export const KEPT_ANSWER_BYTES = 4096;

/** What an error answer says, as plain text for a person: never markup, at most 4 KiB. */
export function answerText(body: string): string {
  return keptAnswer(serviceWords(body).text);
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
  const bytes = new TextEncoder().encode(body);
  if (bytes.length <= KEPT_ANSWER_BYTES) return body;
  // Drops the replacement character of a character that was cut in half.
  return new TextDecoder().decode(bytes.subarray(0, KEPT_ANSWER_BYTES)).replace(/\uFFFD$/, '');
}
