import { type ComponentProps, createElement } from 'react';
import { formatNumber } from '../../../parts/text/count-of.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import classes from './heat-map.module.css';
import { useMarks } from './use-marks.ts';

interface HeatMapRow {
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

/** A heat map: the larger and darker a cell, the higher its value (ARIA `grid`; arrows move between cells). */
export function HeatMap({ label, columns, rows, nameOf, words }: HeatMapProps) {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values));
  const { active, propsOf } = useMarks(rows.length * columns.length, (key, index, count) =>
    nextCell(key, index, count, columns.length),
  );
  const activeRow = Math.floor((active ?? 0) / columns.length);
  const activeColumn = (active ?? 0) % columns.length;
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
                  {...propsOf(row * columns.length + column)}
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
      {active !== null && (
        <div className={classes['tip']} style={{ '--tip-row': `${activeRow * 28}px` }}>
          <ChartTooltip
            title={nameOf(activeRow, activeColumn)}
            lines={[words(rows[activeRow]?.values[activeColumn] ?? 0)]}
            at={0.08 + (0.92 * (activeColumn + 0.5)) / columns.length}
          />
        </div>
      )}
      <Key most={most} words={words} />
    </div>
  );
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

/** Cells are numbered row by row. At the edges the focus stays where it is. */
function nextCell(key: string, index: number, count: number, columns: number): number | undefined {
  const start = index - (index % columns);
  const end = start + columns - 1;
  const cells: Readonly<Record<string, number>> = {
    ArrowRight: Math.min(end, index + 1),
    ArrowLeft: Math.max(start, index - 1),
    ArrowDown: index + columns,
    ArrowUp: index - columns,
    Home: start,
    End: end,
  };
  const next = cells[key];
  return next === undefined || (next >= 0 && next < count) ? next : index;
}

// Plain elements with the roles of ARIA's grid pattern: table elements would bring their own layout.
function elementOf(role: 'grid' | 'row' | 'rowheader' | 'gridcell') {
  return (props: ComponentProps<'div'>) => createElement('div', { ...props, role });
}
const GridRoot = elementOf('grid');
const GridRow = elementOf('row');
const RowHeader = elementOf('rowheader');
const GridCell = elementOf('gridcell');
