/** More than any page of the app ever sends at once; structured clone itself has no such limits. */
const MOST_VALUES = 2_000_000;
const MOST_CHARACTERS = 64_000_000;
const DEEPEST = 64;

/**
 * Whether an input is of a size that may be looked at: the schemas limit each text and each list, but many of them
 * together, a record of any number of names, or a cycle could still keep the main process busy.
 */
export function isBounded(input: unknown): boolean {
  let values = 0;
  let characters = 0;
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return false;
    const next: unknown[] = [];
    for (const value of level) {
      values += 1;
      characters += typeof value === 'string' ? value.length : 0;
      if (values + next.length > MOST_VALUES || characters > MOST_CHARACTERS) return false;
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
