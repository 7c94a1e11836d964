const names = new WeakMap<readonly string[], number>();
let last = 0;

/**
 * A short name of a list, to stand for it in the key of a question: a list of thousands would be written out anew each
 * time the key is compared. Another array has another name, whatever is in it.
 */
export function arrayId(list: readonly string[]): number {
  const known = names.get(list);
  if (known !== undefined) return known;
  last += 1;
  names.set(list, last);
  return last;
}
