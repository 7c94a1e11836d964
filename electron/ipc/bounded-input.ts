/** More than any page sends at once; structured clone has no limits. */
const MAX_VALUES = 2_000_000;
const MAX_CHARACTERS = 64_000_000;
const MAX_DEPTH = 64;

/**
 * Whether an input is small enough to parse. Schemas limit single strings and lists, but their sum, records with many
 * names and cycles could still block the main process.
 */
export function isBounded(input: unknown): boolean {
  let values = 0;
  let characters = 0;
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    const next: unknown[] = [];
    for (const value of level) {
      values += 1;
      characters += typeof value === 'string' ? value.length : 0;
      if (values + next.length > MAX_VALUES || characters > MAX_CHARACTERS) return false;
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
      if (Array.isArray(value)) {
        for (const inner of value) next.push(inner);
        continue;
      }
      for (const [name, inner] of Object.entries(value)) {
        characters += name.length;
        next.push(inner);
      }
    }
    level = next;
  }
  return true;
}
