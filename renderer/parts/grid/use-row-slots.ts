import { useState } from 'react';

type Slots = ReadonlyMap<number, number>;

const NO_SLOTS: Slots = new Map();

/**
 * React keys for the rows of these indexes. A row keeps its key while it is drawn; a new row gets the key, and with it
 * the elements, of one that was scrolled away: making elements takes longer than changing their text.
 */
export function useRowSlots(indexes: readonly number[]): Slots {
  const [slots, setSlots] = useState(NO_SLOTS);
  const next = assignSlots(slots, indexes);
  if (next !== slots) setSlots(next);
  return next;
}

function assignSlots(before: Slots, indexes: readonly number[]): Slots {
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
