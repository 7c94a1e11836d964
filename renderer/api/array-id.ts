const ids = new WeakMap<readonly string[], number>();
let lastId = 0;

/**
 * A number that identifies an array by reference, for use in a query key: TanStack Query would serialise an array of
 * thousands each time it compares the key.
 */
export function arrayId(array: readonly string[]): number {
  let id = ids.get(array);
  if (id === undefined) {
    lastId += 1;
    id = lastId;
    ids.set(array, id);
  }
  return id;
}
