import { parseExactly } from './exact-json.ts';

/** Levels of JSON that are read: parsing and comparing deeper ones would hold up the whole app for seconds. */
const DEEPEST = 20_000;

/**
 * JSON, or undefined where the text is none, or nests deeper than anything that is meant. A number with more digits than
 * JavaScript's numbers keep is a text of these digits.
 */
export function parseJson(text: string): unknown {
  if (isDeeperThan(DEEPEST, text)) return undefined;
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

/** Counts brackets outside of texts, in one pass whatever stands there; what is no JSON may give any answer. */
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
