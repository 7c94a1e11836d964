import { parseJson } from '../parse-json.ts';
import { isWordsKey } from './error-keys.ts';

/** Whether a text says nothing to a person: an empty JSON value, or what is no text at all. */
export function isUnreadable(text: string): boolean {
  if (/^[\ufeff\s]*(?:null|true|false|""|\{\s*\}|\[\s*\])\s*$/.test(text)) return true;
  const beginning = text.slice(0, 2000);
  const strange = beginning.match(/[\ufffd\p{Cn}\p{Co}]|(?![\t\n\f\r])\p{Cc}/gu)?.length ?? 0;
  return strange > 3 && strange > beginning.length / 20;
}

/** The fields of `application/x-www-form-urlencoded`; undefined for any other text. */
export function formFields(text: string): unknown {
  if (!/^\s*[\w.[\]-]+=[^\s<>{}"]*\s*$/.test(text)) return undefined;
  const pairs = text
    .trim()
    .split('&')
    .map((pair) => pair.split('=', 2).map(formText));
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, value]));
}

function formText(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return encoded;
  }
}

/** JSON, perhaps after a guard against scripts, in a call (JSONP), or in events (text/event-stream). */
const NEARLY_JSON = /^\s*(?:\)\]\}'?,?\s*|[\w.$]+\(\s*|(?:event|id|data):[^\n{[]*(?:\n[^\n{[]*)?)?[{[]/;

/** `"name": "text"`. Bounded, so that it doesn't search on from each quotation mark. */
const PAIR = /"((?:[^"\\\n]|\\.){1,60})"\s{0,20}:\s{0,20}"((?:[^"\\]|\\.){1,2000})/g;

const MOST_PAIRS = 40;

/** The words in JSON that can't be parsed as a whole: cut off, wrong, or several values. Undefined if there are none. */
export function wordsInBrokenJson(text: string): unknown {
  if (!NEARLY_JSON.test(text)) return undefined;
  const words: unknown[] = [];
  for (const [, name = '', value = ''] of text.matchAll(PAIR)) {
    if (isWordsKey(name)) words.push(parseJson(`"${value}"`) ?? value);
    if (words.length === MOST_PAIRS) break;
  }
  return words.length > 0 ? words : undefined;
}
