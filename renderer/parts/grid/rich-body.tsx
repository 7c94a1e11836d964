import { startTransition, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RichColumn } from './grid-columns.ts';
import { RowGroup } from './grid-elements.ts';
import { GridRow } from './grid-row.tsx';
import { leaveRowsBehind } from './leave-rows-behind.ts';
import type { BodyProps, RowsContent } from './rows-content.ts';
import { useRangeNotice } from './use-grid-place.ts';
import { type RowView, useDrawerEnd } from './use-row-window.ts';

/** The rows of a grid whose cells have any parts, drawn by React. */
export function RichBody<Item>(props: BodyProps<RowsContent<Item, RichColumn<Item>>>) {
  const { content, window, drawer, body, arrivals, onRange, group } = props;
  const { count, columns, itemAt, itemId, rowHeight, active, currentId, selection, openable } = content;
  const [seen, setSeen] = useState(() => ({ ...firstView(window.view(), rowHeight), settledFirst: 0 }));
  const slots = Math.min(count, seen.rows);
  const within = (index: number) => Math.max(0, Math.min(index, count - slots));
  const first = within(seen.first);
  const last = first + slots - 1;

  useLayoutEffect(() => {
    const show = (view: RowView) => {
      if (view.rows === 0) return;
      const from = Math.max(0, Math.min(view.first, count - slots));
      if (body.current && from !== first) leaveRowsBehind(body.current, from, from + slots - 1);
      const take = () =>
        setSeen((before) => (sameView(before, view) ? before : { ...before, ...view, guessed: false }));
      if (seen.guessed && from === first) startTransition(take);
      else take();
    };
    show(window.view());
    drawer.current = {
      show: (view, atOnce) => (atOnce ? flushSync(() => show(view)) : show(view)),
      rest: () =>
        setSeen((before) =>
          before.settledFirst === before.first ? before : { ...before, settledFirst: before.first },
        ),
    };
  });
  useDrawerEnd(drawer);
  useLayoutEffect(() => arrivals?.(() => flushSync(() => setSeen((before) => ({ ...before })))), [arrivals]);
  useRangeNotice(first, last, onRange);

  const tabStop = active >= first && active <= last ? active : first;
  return (
    <RowGroup {...group} ref={body}>
      {placesOf(first, within(seen.settledFirst), slots).map(({ slot, index }) => {
        const item = itemAt(index);
        return (
          <GridRow
            key={slot}
            item={item}
            columns={columns}
            index={index}
            start={index * rowHeight - seen.shift}
            height={rowHeight}
            active={index === tabStop}
            current={item !== undefined && currentId !== undefined && itemId(item) === currentId}
            selected={selection && item !== undefined && selection.isSelected(item)}
            selectLabel={item === undefined ? '' : (selection?.labelOf(item) ?? '')}
            openable={openable && item !== undefined}
            last={index === count - 1}
          />
        );
      })}
    </RowGroup>
  );
}

/**
 * Before the height of the grid is known: rows for half a window. What is missing below them then is drawn in frames of its
 * own, as one frame for all of them would be a long one.
 */
function firstView(view: RowView, rowHeight: number): RowView & { readonly guessed: boolean } {
  if (view.rows > 0) return { ...view, guessed: false };
  return { ...view, rows: Math.ceil(innerHeight / 2 / rowHeight), guessed: true };
}

function sameView(one: RowView, other: RowView): boolean {
  return one.first === other.first && one.rows === other.rows && one.shift === other.shift;
}

/** A row to draw. The slot is what draws it: of a row that leaves the screen another one takes it over. */
interface DrawnPlace {
  readonly slot: number;
  readonly index: number;
}

/**
 * Row n is drawn by slot n modulo their number. While it is being scrolled the slots keep their order in the page,
 * whatever they show; when it rests they stand in the order of their rows, as they are read out.
 */
function placesOf(first: number, settledFirst: number, slots: number): readonly DrawnPlace[] {
  return Array.from({ length: slots }, (_, at) => {
    const slot = (settledFirst + at) % slots;
    const ahead = (slot - (first % slots) + slots) % slots;
    return { slot, index: first + ahead };
  });
}
