import { type KeyboardEvent, type RefObject, useState } from 'react';
import { columnWidth, WIDTH_STEP, withinBounds } from './column-resizer.tsx';
import type { GridArrangement, GridColumn } from './grid-columns.ts';

/**
 * Keyboard handling for the headers of arrangeable columns. Arrows move between headers, which share one tab stop; with
 * Alt they move the column, with Shift they resize it.
 */
export function useHeadKeys<Item>(
  head: RefObject<HTMLElement | null>,
  columns: readonly GridColumn<Item>[],
  arrangement: GridArrangement | undefined,
) {
  const [chosen, onTabStop] = useState<string | null>(null);
  const tabStop = columns.some(({ id }) => id === chosen) ? chosen : (columns[0]?.id ?? null);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event;
    if (!arrangement || !(target instanceof HTMLElement) || target.dataset['headButton'] === undefined)
      return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = columns.findIndex(({ id }) => id === tabStop);
    const column = columns[at];
    if (step === undefined || !column || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (event.altKey) {
      const to = at + step;
      if (to >= 0 && to < columns.length) arrangement.onMove(column.id, to);
    } else if (event.shiftKey) {
      arrangement.onResize(column.id, withinBounds(columnWidth(target) + step * WIDTH_STEP));
    } else {
      const next = columns[at + step];
      if (next) head.current?.querySelector<HTMLElement>(selectorOf(next.id))?.focus();
    }
  };
  return { tabStop, onTabStop, onKeyDown };
}

function selectorOf(columnId: string): string {
  return `[data-column="${CSS.escape(columnId)}"] [data-head-button]`;
}
