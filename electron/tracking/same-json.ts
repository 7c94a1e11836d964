/**
 * Whether two values that JSON.parse gave are the same, in whatever order their names stand. Without recursion: what a
 * service nests deeply enough would overrun the stack.
 */
export function sameJson(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const inner = sameButFor(...pair);
    if (inner === undefined) return false;
    for (const each of inner) pairs.push(each);
  }
  return true;
}

/** What of two values is still to be compared when they are the same on the outside; undefined when they are not. */
function sameButFor(a: unknown, b: unknown): [unknown, unknown][] | undefined {
  if (Object.is(a, b)) return [];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return undefined;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) ? sameButForItems(a, b) : undefined;
  }
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return undefined;
  const inner: [unknown, unknown][] = [];
  for (const name of names) {
    if (!Object.hasOwn(b, name)) return undefined;
    inner.push([Reflect.get(a, name), Reflect.get(b, name)]);
  }
  return inner;
}

function sameButForItems(a: readonly unknown[], b: readonly unknown[]): [unknown, unknown][] | undefined {
  if (a.length !== b.length) return undefined;
  const inner: [unknown, unknown][] = [];
  for (const [index, item] of a.entries()) {
    // Equal numbers and texts, which most of a long list is, are done with here.
    if (!Object.is(item, b[index])) inner.push([item, b[index]]);
  }
  return inner;
}
