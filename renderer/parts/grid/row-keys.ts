import type { KeyboardEvent } from 'react';
import type { GridSelection } from './grid-selection.ts';

interface RowKeys<Item> {
  readonly count: number;
  /** The row that the keyboard is on. */
  readonly active: number;
  /** How many rows fit on screen, for Page Up and Page Down. */
  readonly pageRows: () => number;
  readonly onMove: (index: number) => void;
  readonly onOpen: (index: number) => void;
  readonly selection: GridSelection<Item> | undefined;
  /** Whether J and K move, too; not while they step through what is open beside the grid. */
  readonly lettersMove: boolean;
}

/** Keyboard handling for the rows of a grid: arrows (or J and K) move, Enter opens a row, other keys select. */
export function rowKeys<Item>(options: RowKeys<Item>): (event: KeyboardEvent<HTMLElement>) => void {
  const { count, active, pageRows, onMove, onOpen, selection, lettersMove } = options;
  return (event) => {
    const onRow = event.target instanceof HTMLElement && event.target.role === 'row';
    if (onRow && selection && chooseByKey(event, active, selection)) {
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && onRow) {
      event.preventDefault();
      onOpen(active);
      return;
    }
    const next = nextRow((onRow && lettersMove && LETTERS[event.key]) || event.key, active, count, pageRows);
    if (next === undefined) return;
    // At the first or last row, the key scrolls the page.
    if (next !== active) event.preventDefault();
    onMove(next);
    if (event.shiftKey) selection?.onExtend(next);
  };
}

/** Letters that work like arrows while a row itself has the focus. */
const LETTERS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

function nextRow(key: string, active: number, count: number, pageRows: () => number): number | undefined {
  const within = (index: number) => Math.min(count - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return within(active + 1);
    case 'ArrowUp':
      return within(active - 1);
    case 'PageDown':
      return within(active + pageRows());
    case 'PageUp':
      return within(active - pageRows());
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Handles a key that changes the selection; returns whether it did. */
function chooseByKey<Item>(
  event: KeyboardEvent<HTMLElement>,
  index: number,
  selection: GridSelection<Item>,
): boolean {
  if (event.altKey) return false;
  if (event.ctrlKey || event.metaKey) {
    if (event.key.toLowerCase() !== 'a') return false;
    selection.onAll();
  } else if (event.key === ' ' || event.key === 'x') selection.onToggle(index);
  else if (event.key === 'Escape' && selection.count > 0) selection.onClear();
  else return false;
  return true;
}
