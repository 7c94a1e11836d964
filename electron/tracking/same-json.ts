/** Whether two values from JSON.parse are deeply equal. Not recursive, as deep nesting would overflow the stack. */
export function sameJson(left: unknown, right: unknown): boolean {
  const pairs: [unknown, unknown][] = [[left, right]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const inner = pairsToCompare(...pair);
    if (inner === undefined) return false;
    for (const innerPair of inner) pairs.push(innerPair);
  }
  return true;
}

/** The inner pairs still to compare if two values are equal on the outside; undefined if they are not. */
function pairsToCompare(a: unknown, b: unknown): [unknown, unknown][] | undefined {
  if (Object.is(a, b)) return [];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return undefined;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) ? itemsToCompare(a, b) : undefined;
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

function itemsToCompare(a: readonly unknown[], b: readonly unknown[]): [unknown, unknown][] | undefined {
  if (a.length !== b.length) return undefined;
  const inner: [unknown, unknown][] = [];
  for (const [index, item] of a.entries()) {
    // Skips equal numbers and strings, which make up most of a long list.
    if (!Object.is(item, b[index])) inner.push([item, b[index]]);
  }
  return inner;
}
