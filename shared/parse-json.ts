import { parseExactly } from './exact-json.ts';

/** Parsing and comparing deeper JSON would block the app for seconds. */
const MAX_DEPTH = 20_000;

/**
 * Parses JSON; undefined if it is invalid or nested too deeply. A number with more digits than a JavaScript number can
 * represent becomes a string.
 */
export function parseJson(text: string): unknown {
  if (isDeeperThan(MAX_DEPTH, text)) return undefined;
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** Whether a parsed value is an object of JSON, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Counts brackets outside strings in one pass; the result is meaningless for invalid JSON. */
function isDeeperThan(levels: number, text: string): boolean {
  if (text.length <= levels) return false;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isInText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}
