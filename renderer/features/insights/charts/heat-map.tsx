import { type ComponentProps, createElement, type KeyboardEvent, useState } from 'react';
import { formatNumber } from '../../../parts/text/count-of.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import classes from './heat-map.module.css';

export interface HeatMapRow {
  readonly key: string;
  readonly name: string;
  /** One per column. */
  readonly values: readonly number[];
}

interface HeatMapProps {
  readonly label: string;
  readonly columns: readonly { readonly key: string; readonly label: string; readonly named: boolean }[];
  readonly rows: readonly HeatMapRow[];
  /** The full name of a cell, such as `Monday, 09:00 to 10:00`. */
  readonly nameOf: (row: number, column: number) => string;
  readonly words: (value: number) => string;
}

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** A heat map: the larger and darker a cell, the higher its value (ARIA `grid`; arrows move between cells). */
export function HeatMap({ label, columns, rows, nameOf, words }: HeatMapProps) {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values));
  const { active, propsOf } = useCells(rows.length, columns.length);
  return (
    <div className={classes['map']} style={{ '--columns': String(columns.length) }}>
      <GridRoot className={classes['grid']} aria-label={label}>
        {rows.map(({ key, name, values }, row) => (
          <GridRow key={key} className={classes['row']}>
            <RowHeader className={classes['name']}>{name}</RowHeader>
            <div className={classes['cells']} role="presentation">
              {values.map((value, column) => (
                <GridCell
                  key={columns[column]?.key}
                  className={classes['cell']}
                  aria-label={`${nameOf(row, column)}: ${words(value)}`}
                  {...propsOf({ row, column })}
                >
                  <Fill value={value} most={most} />
                </GridCell>
              ))}
            </div>
          </GridRow>
        ))}
      </GridRoot>
      <div className={classes['hours']} aria-hidden>
        {columns.map(({ key, label: name, named }) => (
          <span key={key} className={classes['hour']}>
            {named && name}
          </span>
        ))}
      </div>
      {active && (
        <div className={classes['tip']} style={{ '--tip-row': `${active.row * 28}px` }}>
          <ChartTooltip
            title={nameOf(active.row, active.column)}
            lines={[words(rows[active.row]?.values[active.column] ?? 0)]}
            at={0.08 + (0.92 * (active.column + 0.5)) / columns.length}
          />
        </div>
      )}
      <Key most={most} words={words} />
    </div>
  );
}

/** Makes cells show their tooltip on hover and focus, with one tab stop; `active` is the cell whose tooltip is shown. */
function useCells(rowCount: number, columnCount: number) {
  const [stop, setStop] = useState<Cell>({ row: 0, column: 0 });
  const [focused, setFocused] = useState<Cell | null>(null);
  const [hovered, setHovered] = useState<Cell | null>(null);
  const active = hovered ?? focused;
  const propsOf = (cell: Cell) => ({
    'data-cell': `${cell.row} ${cell.column}`,
    'data-active': isAt(active, cell) || undefined,
    tabIndex: isAt(stop, cell) ? 0 : -1,
    onFocus: () => {
      setStop(cell);
      setFocused(cell);
    },
    onBlur: () => setFocused(null),
    onPointerEnter: () => setHovered(cell),
    onPointerLeave: () => setHovered(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape') setFocused(null);
      const next = nextCell(event.key, cell, rowCount, columnCount);
      if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.currentTarget
        .closest('[role="grid"]')
        ?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)
        ?.focus();
    },
  });
  return { active, propsOf };
}

function Fill({ value, most }: { value: number; most: number }) {
  if (value === 0) return null;
  const share = value / most;
  return (
    <span
      className={classes['fill']}
      style={{ '--fill': `${6 + 14 * Math.sqrt(share)}px`, '--shade': `${Math.round(share * 100)}%` }}
    />
  );
}

function Key({ most, words }: { most: number; words: (value: number) => string }) {
  const steps = [...new Set([1, Math.ceil(most / 2), most])];
  return (
    <p className={classes['key']} aria-hidden>
      {steps.map((value) => (
        <span key={value} style={{ display: 'contents' }}>
          <span className={classes['cell']}>
            <Fill value={value} most={most} />
          </span>
          {value === most ? words(value) : formatNumber(value)}
        </span>
      ))}
    </p>
  );
}

function isAt(cell: Cell | null, { row, column }: Cell): boolean {
  return cell?.row === row && cell.column === column;
}

function nextCell(key: string, { row, column }: Cell, rows: number, columns: number): Cell | undefined {
  const moves: Readonly<Record<string, Cell>> = {
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
  };
  const next = moves[key];
  return (
    next && {
      row: Math.min(rows - 1, Math.max(0, next.row)),
      column: Math.min(columns - 1, Math.max(0, next.column)),
    }
  );
}

// Plain elements with the roles of ARIA's grid pattern: table elements would bring their own layout.
function elementOf(role: 'grid' | 'row' | 'rowheader' | 'gridcell') {
  return (props: ComponentProps<'div'>) => createElement('div', { ...props, role });
}
const GridRoot = elementOf('grid');
const GridRow = elementOf('row');
const RowHeader = elementOf('rowheader');
const GridCell = elementOf('gridcell');
