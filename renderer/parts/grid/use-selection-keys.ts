import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { GridSelection } from './grid-selection.ts';

/** The latest selection, for handlers that stay the same while it changes: rows are not drawn anew for them. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/** What keys and clicks do to the choice of rows; undefined handlers where rows cannot be chosen. */
export function useSelectionKeys<Item>(selection: GridSelection<Item> | undefined) {
  const latest = useLatest(selection);
  const onSelectKey = useCallback(
    (event: KeyboardEvent<HTMLElement>, index: number): boolean => {
      const present = latest.current;
      if (!present || event.altKey) return false;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') present.onAll();
      else if (event.ctrlKey || event.metaKey) return false;
      else if (event.key === ' ' || event.key === 'x') present.onToggle(index);
      else if (event.key === 'Escape' && present.count > 0) present.onClear();
      else return false;
      return true;
    },
    [latest],
  );
  const onExtend = useCallback((index: number) => latest.current?.onExtend(index), [latest]);
  const onSelect = useCallback(
    (index: number, through: boolean) =>
      through ? latest.current?.onExtend(index) : latest.current?.onToggle(index),
    [latest],
  );
  return selection ? { onSelectKey, onExtend, onSelect } : NO_SELECTION;
}

const NO_SELECTION = { onSelectKey: undefined, onExtend: undefined, onSelect: undefined } as const;
