import { parseJson } from '../parse-json.ts';
import { MAX_REQUEST_ID_LENGTH } from '../service-interface.ts';
import { serviceWords } from './service-words.ts';
import { plainName } from './submission-field-of.ts';

/** Names of a field that holds the ID of an earlier request, the surest first. */
const NAMES: readonly RegExp[] = [
  /^(?:existing|conflicting|original|duplicate|earlier|interview|previous)\w*id$/,
  /^duplicateof$/,
  /^requestid$/,
];

/** Names of an object that may be the earlier request. */
const REQUESTS = /^(?:existing|conflicting|original|duplicate|earlier|interview|previous|request)/;

const DEEPEST = 6;
const MOST_VISITED = 500;

/**
 * The ID of a request that an answer names, such as a 409 that the request exists already; undefined if it names none. A
 * guess: whoever uses it checks it with the service.
 */
export function suggestedRequestId(body: string): string | undefined {
  const found = idsIn(parseJson(body));
  const named = found.toSorted((a, b) => a.rank - b.rank)[0]?.id;
  return named ?? idInWords(body.slice(0, 10_000)) ?? idInWords(serviceWords(body).text);
}

interface Found {
  readonly rank: number;
  readonly id: string;
}

function idsIn(body: unknown): readonly Found[] {
  const found: Found[] = [];
  let visited = 0;
  const visit = (value: unknown, isRequest: boolean, depth: number): void => {
    visited += 1;
    if (typeof value !== 'object' || value === null || depth > DEEPEST || visited > MOST_VISITED) return;
    for (const [key, inner] of Object.entries(value).slice(0, MOST_VISITED)) {
      const name = plainName(key);
      const rank = NAMES.findIndex((pattern) => pattern.test(name));
      const id = idOf(inner);
      if (id !== undefined && rank !== -1) found.push({ rank, id });
      else if (id !== undefined && isRequest && name === 'id') found.push({ rank: NAMES.length, id });
      else visit(inner, REQUESTS.test(name), depth + 1);
    }
  };
  visit(body, false, 0);
  return found;
}

function idOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text.length > MAX_REQUEST_ID_LENGTH) return undefined;
  return /^[\p{L}\p{N}._~:-]+$/u.test(text) ? text : undefined;
}

const AT_ADDRESS = /\/interview\/requests\/([\p{L}\p{N}._~-]+)/gu;
const NAMED = /\b(?:request|id)\b(?:\s+(?:with\s+)?id\b)?\s*[:=#]?\s*["'“(]?([a-z\d][\w-]*)/gi;

/** An ID in a sentence: at its address (docs/service.md, Read a request), or after the words `request` or `ID`. */
function idInWords(words: string): string | undefined {
  const ids = [AT_ADDRESS, NAMED].flatMap((pattern) => [...words.matchAll(pattern)].map(([, id]) => id));
  return ids.find((id) => id !== undefined && /\d/.test(id) && idOf(id) === id);
}
