import {
  createElement,
  Fragment,
  memo,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import classes from './data-grid.module.css';
import type { CellText, GridColumn } from './grid-columns.ts';
import { GRID_CELL, stickyProps } from './grid-elements.ts';
import { RowActivity } from './row-activity.ts';
import { SelectCell } from './select-cell.tsx';

interface GridRowProps<Item> {
  /** Undefined while its page is loading. */
  readonly item: Item | undefined;
  readonly itemId: string | undefined;
  readonly columns: readonly GridColumn<Item>[];
  readonly index: number;
  /** Distance from the top of the body, px. */
  readonly top: number;
  /** Whether it is the row that Tab reaches (roving tabindex). */
  readonly active: boolean;
  /** Whether its item is open beside the grid. */
  readonly current: boolean;
  /** Whether it is selected; undefined where rows cannot be selected. */
  readonly selected: boolean | undefined;
  readonly selectLabel: string;
  readonly openable: boolean;
  /** Whether it is the last of the list. */
  readonly last: boolean;
}

const TEXT_CELL = `${classes['cell']} ${classes['text']}`;

/** One row. Renders only if its props have changed. */
export const GridRow = memo(PlainGridRow) as typeof PlainGridRow;

/**
 * Its elements are reused for another item once it is scrolled away. Only cells that are more than text are mounted
 * again, so that an open menu or an edit never acts on another item.
 */
function PlainGridRow<Item>(props: GridRowProps<Item>): ReactNode {
  const { item, columns, index, top, active, current, selected } = props;
  const waits = item === undefined;
  const row = useRef<HTMLDivElement>(null);
  useDropSelectedText(row, props.itemId);
  return createElement(
    'div',
    {
      ref: row,
      role: 'row',
      'aria-rowindex': index + 2,
      'aria-busy': waits || undefined,
      'aria-selected': waits ? undefined : selected,
      'aria-current': current || undefined,
      'data-index': waits ? undefined : index,
      'data-openable': props.openable || undefined,
      'data-last': props.last ? '' : undefined,
      className: classes['row'],
      tabIndex: active ? 0 : -1,
      style: { top },
    },
    selected !== undefined && <SelectCell label={props.selectLabel} checked={selected} />,
    <RowActivity value={active}>
      {columns.map(({ id, meta, cell }) => {
        const content = item === undefined ? '' : cell(item);
        const text = typeof content === 'string' ? { text: content } : content;
        return isText(text) ? (
          <div
            key={id}
            {...GRID_CELL}
            className={text.className === undefined ? TEXT_CELL : `${TEXT_CELL} ${text.className}`}
            data-align={meta.align}
            dir="auto"
            title={text.title ?? text.text}
          >
            {text.text}
          </div>
        ) : (
          <div
            key={id}
            {...GRID_CELL}
            className={classes['cell']}
            data-align={meta.align}
            {...stickyProps(meta)}
          >
            <Fragment key={props.itemId}>{text}</Fragment>
          </div>
        );
      })}
    </RowActivity>,
  );
}

function isText(content: ReactNode | CellText): content is CellText {
  return typeof content === 'object' && content !== null && 'text' in content;
}

/** Clears selected text when the row gets another item: the user would copy text they never selected. */
function useDropSelectedText(row: RefObject<HTMLElement | null>, itemId: string | undefined): void {
  const shown = useRef(itemId);
  useLayoutEffect(() => {
    if (shown.current === itemId) return;
    shown.current = itemId;
    const selection = document.getSelection();
    if (!row.current || selection?.type !== 'Range') return;
    if (selection.containsNode(row.current, true)) selection.removeAllRanges();
  }, [row, itemId]);
}
