const WIDE = /[\u0100-\uffff]/;
const EACH_WIDE = new RegExp(WIDE, 'g');

/**
 * JSON in which no character takes more than a byte: V8 keeps and copies two for every one of a text that has a single wider
 * one, and there is such a name on nearly every page.
 */
export function narrowJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!WIDE.test(json)) return json;
  const narrow = json.replace(EACH_WIDE, (wide) => `\\u${wide.charCodeAt(0).toString(16).padStart(4, '0')}`);
  // Made of a wide text, it still takes two bytes each until it is read anew.
  return Buffer.from(narrow, 'latin1').toString('latin1');
}
