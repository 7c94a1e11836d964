/** React keys of rows by their index. */
export type Slots = ReadonlyMap<number, number>;

export const NO_SLOTS: Slots = new Map();

/**
 * The keys for the rows of these indexes; `before` itself where all stay. A row keeps its key while it is drawn; a new row
 * gets the key, and with it the elements, of one that was scrolled away: making elements takes longer than changing them.
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
