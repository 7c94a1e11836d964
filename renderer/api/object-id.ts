const ids = new WeakMap<object, number>();
let lastId = 0;

/**
 * A number that identifies an object by reference, for use in a query key: TanStack Query would serialise an array of
 * thousands each time it compares the key.
 */
export function objectId(object: object): number {
  let id = ids.get(object);
  if (id === undefined) {
    lastId += 1;
    id = lastId;
    ids.set(object, id);
  }
  return id;
}
