/** React keys by row index. */
export type Slots = ReadonlyMap<number, number>;

export const NO_SLOTS: Slots = new Map();

/**
 * The keys of the rows with these indexes; `before` itself if nothing changes. A row keeps its key while it is drawn. A new
 * row gets the key, and so the elements, of one that was scrolled away, as creating elements takes longer than changing them.
 */
export function assignSlots(before: Slots, indexes: readonly number[]): Slots {
  if (indexes.length === before.size && indexes.every((index) => before.has(index))) return before;
  const taken = new Set(indexes.map((index) => before.get(index)));
  let free = 0;
  const nextFree = (): number => {
    while (taken.has(free)) free += 1;
    taken.add(free);
    return free;
  };
  return new Map(indexes.map((index) => [index, before.get(index) ?? nextFree()]));
}
