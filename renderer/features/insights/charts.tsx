import { ActionIcon, Box, Button, Group, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useWorkspace } from '../../api/app-state.tsx';
import { SHOW_ERROR_IN_SHELL } from '../../api/query-client.ts';
import { showSavedFile, useExportLock } from '../../parts/export.tsx';
import { formatNumber } from '../../parts/format.ts';
import { elementOf, GridRoot, RowRoot } from '../../parts/grid/grid-columns.ts';
import { Dim } from '../../parts/layout.tsx';
import { ClippedText } from '../../parts/text.tsx';
import classes from './insights.module.css';

interface ChartCardProps {
  readonly title: string;
  /** What is counted, in a few words. */
  readonly hint: string;
  /** What the numbers mean, a hover or key away. */
  readonly definition: string;
  readonly table: ChartTable;
  /** Shown in place of the chart; null if there is data. */
  readonly empty: string | null;
  /** As wide as the page. */
  readonly wide?: boolean;
  /** The chart. */
  readonly children: ReactNode;
}

/** A chart with its heading, which can also be shown as a table or saved as CSV. */
export function ChartCard({ title, hint, definition, table, empty, wide, children }: ChartCardProps) {
  const heading = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={classes['card']} aria-labelledby={heading} data-wide={wide || undefined}>
      <Group gap={8} align="flex-start" justify="space-between" wrap="nowrap">
        <div>
          <h2 id={heading} className={classes['cardTitle']} dir="auto">
            <DefinedTerm term={title} definition={definition} />
          </h2>
          <Dim component="p" mt={1}>
            {hint}
          </Dim>
        </div>
        {empty === null && (
          <Group gap={2} wrap="nowrap" flex="none">
            <Button
              size="compact-sm"
              variant={asTable ? 'light' : 'subtle'}
              {...(!asTable && { color: 'gray' })}
              aria-label={`Table of ${title}`}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              Table
            </Button>
            <ExportTable title={title} table={table} />
          </Group>
        )}
      </Group>
      <div className={classes['body']}>
        {empty !== null ? (
          <Dim component="p" fz="sm">
            {empty}
          </Dim>
        ) : asTable ? (
          <TableView label={title} table={table} />
        ) : (
          children
        )}
      </div>
    </section>
  );
}

function ExportTable({ title, table }: { title: string; table: ChartTable }) {
  const save = useMutation({
    mutationFn: useWorkspace().api.insights.exportTable,
    meta: SHOW_ERROR_IN_SHELL,
  });
  const { lock } = useExportLock();
  return (
    <ActionIcon
      size="sm"
      aria-label={`Save ${title} as CSV`}
      title="Save as CSV"
      loading={save.isPending}
      {...lock}
      onClick={() =>
        save.mutate(
          { title, headers: [...table.headers], rows: table.rows.map((row) => [...row]) },
          { onSuccess: ({ path }) => path !== null && showSavedFile({ title: `${title} saved`, path }) },
        )
      }
    >
      <IconDownload size={15} aria-hidden />
    </ActionIcon>
  );
}

/** A chart's data as a table. */
function TableView({ label, table }: { label: string; table: ChartTable }) {
  const isNumber = table.headers.map((_, at) => table.rows.some((row) => typeof row[at] === 'number'));
  return (
    <Box className={classes['scroll'] ?? ''} tabIndex={0} role="group" aria-label={`Table of ${label}`}>
      <table className={classes['table']} aria-label={label}>
        <thead>
          <tr>
            {table.headers.map((header, at) => (
              <th
                key={header}
                scope="col"
                className={classes['header']}
                data-number={isNumber[at] || undefined}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, at) => (
                <TableCell
                  key={table.headers[at]}
                  cell={cell}
                  first={at === 0}
                  number={isNumber[at] ?? false}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

interface TableCellProps {
  readonly cell: string | number | null;
  readonly first: boolean;
  readonly number: boolean;
}

function TableCell({ cell, first, number }: TableCellProps) {
  const text = cell === null ? '–' : typeof cell === 'number' ? decimal.format(cell) : cell;
  return first ? (
    <th scope="row" className={classes['cell']} dir="auto" data-number={number || undefined}>
      {text}
    </th>
  ) : (
    <td className={classes['cell']} dir="auto" data-number={number || undefined}>
      {text}
    </td>
  );
}
interface ChartTable {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A term with its definition in a tooltip, on hover and on focus; screen readers read it as the description. */
function DefinedTerm({ term, definition }: { readonly term: string; readonly definition: string }) {
  return (
    <Tooltip label={definition} multiline w={300}>
      <button type="button" className={classes['term']} aria-description={definition}>
        {term}
      </button>
    </Tooltip>
  );
}

/** How a part of a bar is drawn: series differ by fill and pattern, not by colour alone. */
type SeriesTone = 'solid' | 'striped' | 'pale' | 'hollow';

export interface Series {
  readonly name: string;
  readonly tone: SeriesTone;
}

/** The legend of a chart's series. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={classes['legend']} aria-label="Key">
      {series.map(({ name, tone }) => (
        <li key={name} className={classes['entry']}>
          <span className={`${classes['part']} ${classes['swatch']}`} data-tone={tone} aria-hidden />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** A stacked bar. */
interface Bar {
  readonly key: string;
  readonly name: string;
  readonly parts: readonly number[];
  readonly lines: readonly string[];
}

interface BarListProps {
  readonly label: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
}

/** A horizontal bar chart; each bar shows its name, number and share of the total. */
export function BarList({ label, series, bars }: BarListProps) {
  const { active, propsOf } = useMarks(bars.length);
  const most = Math.max(1, ...bars.map(sumOf));
  const all = bars.reduce((sum, bar) => sum + sumOf(bar), 0);
  return (
    <MarkGroup className={classes['bars']} aria-label={label}>
      {bars.map((bar, index) => (
        <Mark
          key={bar.key}
          aria-label={`${bar.name}: ${bar.lines.join(', ')}`}
          className={classes['bar']}
          {...propsOf(index)}
        >
          <ClippedText>{bar.name}</ClippedText>
          <span className={classes['track']}>
            {bar.parts.map(
              (part, at) =>
                part > 0 && (
                  <span
                    key={series[at]?.name ?? at}
                    className={`${classes['part']} ${classes['barPart']}`}
                    data-tone={series[at]?.tone ?? 'solid'}
                    style={{ '--part': `${(100 * part) / most}%` }}
                  />
                ),
            )}
          </span>
          <span className={classes['value']}>
            {formatNumber(sumOf(bar))}
            <span className={classes['share']}>{formatShare(sumOf(bar), all)}</span>
          </span>
          {index === active && <ChartTooltip title={bar.name} lines={bar.lines} at={0.55} />}
        </Mark>
      ))}
    </MarkGroup>
  );
}

function sumOf({ parts }: Bar): number {
  return parts.reduce((sum, part) => sum + part, 0);
}

/** A column of a histogram, which counts the values of a range. */
interface Column {
  readonly key: string;
  /** Where its range begins, in a few letters. */
  readonly label: string;
  /** Its whole range, for the tooltip and screen readers. */
  readonly title: string;
  readonly count: number;
  readonly lines: readonly string[];
}

interface HistogramProps {
  readonly label: string;
  readonly columns: readonly Column[];
  /** Vertical lines such as the median; `at`: the position in columns from the start, which may be fractional. */
  readonly markers: readonly { readonly name: string; readonly at: number }[];
}

const MOST_LABELS = 7;

/** A column chart of ranges, with a scale from 0. */
export function Histogram({ label, columns, markers }: HistogramProps) {
  const { active, propsOf } = useMarks(columns.length);
  const top = niceTop(Math.max(0, ...columns.map(({ count }) => count)));
  const shown = active === null ? undefined : columns[active];
  const place = (index: number) => `${(100 * index) / columns.length}%`;
  return (
    <div className={classes['histogram']}>
      <div className={classes['scale']} aria-hidden>
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{formatNumber(value)}</span>
        ))}
      </div>
      <div className={classes['plot']}>
        <MarkGroup className={classes['columns']} aria-label={label}>
          {columns.map(({ key, title, count, lines }, index) => (
            <Mark
              key={key}
              aria-label={`${title}: ${lines.join(', ')}`}
              className={classes['column']}
              {...propsOf(index)}
            >
              {count > 0 && (
                <span
                  className={`${classes['part']} ${classes['columnPart']}`}
                  data-tone="solid"
                  style={{ '--part': `${(100 * count) / top}%` }}
                />
              )}
            </Mark>
          ))}
        </MarkGroup>
        {markers.map(({ name, at }, index) => (
          <div
            key={name}
            className={classes['marker']}
            data-side={at > columns.length * 0.6 ? 'before' : 'after'}
            style={{ '--marker-at': place(at), '--marker-row': `${index * 1.5}em` }}
            aria-hidden
          >
            <span className={classes['markerName']}>{name}</span>
          </div>
        ))}
        {shown && active !== null && (
          <ChartTooltip title={shown.title} lines={shown.lines} at={(active + 0.5) / columns.length} />
        )}
      </div>
      <div className={classes['labels']} aria-hidden>
        {columns.map(
          ({ key, label: name }, index) =>
            index % Math.max(1, Math.ceil(columns.length / MOST_LABELS)) === 0 && (
              <span key={key} className={classes['label']} style={{ '--label-at': place(index) }}>
                {name}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

/** The top of an axis for whole numbers: at least 4, rounded up to 1, 2, 4, 5, 6 or 8 times a power of ten. */
function niceTop(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 4, 5, 6, 8].find((candidate) => candidate * power >= most) ?? 10;
  return factor * power;
}

interface HeatMapProps {
  readonly label: string;
  readonly columns: readonly { readonly key: string; readonly label: string; readonly named: boolean }[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: string;
    /** One per column: its value, its full name such as `Monday, 09:00 to 10:00`, and its numbers in words. */
    readonly cells: readonly { readonly value: number; readonly title: string; readonly line: string }[];
  }[];
}

/** A heat map: the larger and darker a cell, the higher its value (ARIA `grid`; arrows move between cells). */
export function HeatMap({ label, columns, rows }: HeatMapProps) {
  const all = rows.flatMap(({ cells }) => cells);
  const most = Math.max(1, ...all.map(({ value }) => value));
  const { active, propsOf } = useMarks(all.length, (key, index, count) =>
    nextCell(key, index, count, columns.length),
  );
  const shown = active === null ? undefined : all[active];
  const activeRow = Math.floor((active ?? 0) / columns.length);
  const activeColumn = (active ?? 0) % columns.length;
  return (
    <div className={classes['map']} style={{ '--columns': String(columns.length) }}>
      <GridRoot className={classes['grid']} aria-label={label}>
        {rows.map(({ key, name, cells }, row) => (
          <RowRoot key={key} className={classes['mapRow']}>
            <RowHeader className={classes['mapName']}>{name}</RowHeader>
            <div className={classes['cells']} role="presentation">
              {cells.map(({ value, title, line }, column) => (
                <GridCell
                  key={columns[column]?.key}
                  className={classes['mapCell']}
                  aria-label={`${title}: ${line}`}
                  {...propsOf(row * columns.length + column)}
                >
                  <Fill value={value} most={most} />
                </GridCell>
              ))}
            </div>
          </RowRoot>
        ))}
      </GridRoot>
      <div className={classes['hours']} aria-hidden>
        {columns.map(({ key, label: name, named }) => (
          <span key={key} className={classes['hour']}>
            {named && name}
          </span>
        ))}
      </div>
      {shown && (
        <div className={classes['mapTip']} style={{ '--tip-row': `${activeRow * 28}px` }}>
          <ChartTooltip
            title={shown.title}
            lines={[shown.line]}
            at={0.08 + (0.92 * (activeColumn + 0.5)) / columns.length}
          />
        </div>
      )}
      <p className={classes['mapKey']} aria-hidden>
        {[...new Set([1, Math.ceil(most / 2), most])].map((value) => (
          <span key={value} style={{ display: 'contents' }}>
            <span className={classes['mapCell']}>
              <Fill value={value} most={most} />
            </span>
            {formatNumber(value)}
          </span>
        ))}
      </p>
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

const RowHeader = elementOf('rowheader');
const GridCell = elementOf('gridcell');

type NextMark = (key: string, index: number, count: number) => number | undefined;

/**
 * Makes the marks of a chart show their tooltip on hover and on keyboard focus (roving tabindex: one tab stop, arrows
 * move between marks, as `nextOf` says). `active` is the mark whose tooltip is shown.
 */
function useMarks(count: number, nextOf: NextMark = nextInLine) {
  const [stop, setStop] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const tabStop = Math.min(stop, Math.max(0, count - 1));
  const active = hovered ?? focused;

  const propsOf = (index: number) => ({
    tabIndex: index === tabStop ? 0 : -1,
    'data-active': index === active || undefined,
    onPointerEnter: () => setHovered(index),
    onPointerLeave: () => setHovered(null),
    onFocus: () => {
      setStop(index);
      setFocused(index);
    },
    onBlur: () => setFocused(null),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape') {
        setFocused(null);
        setHovered(null);
        return;
      }
      const next = nextOf(event.key, index, count);
      if (next === undefined) return;
      event.preventDefault();
      const chart = event.currentTarget.closest('[role="group"], [role="grid"]');
      chart?.querySelectorAll<HTMLElement>('[data-mark]')[next]?.focus();
    },
    'data-mark': true,
  });
  return { active: active !== null && active < count ? active : null, propsOf };
}

function nextInLine(key: string, index: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowDown: 1,
    ArrowLeft: -1,
    ArrowUp: -1,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, index + step));
}

/** A bar or column whose accessible name gives its numbers; focusable, but not a control. */
const Mark = elementOf('img');

/** The named group of a chart's marks. */
const MarkGroup = elementOf('group');

interface ChartTooltipProps {
  readonly title: string;
  readonly lines: readonly string[];
  /** The horizontal position it points to, as a fraction of the chart's width. */
  readonly at: number;
}

/** The tooltip of a mark. Hidden from screen readers, which get the numbers in the mark's name. */
function ChartTooltip({ title, lines, at }: ChartTooltipProps) {
  return (
    <div className={classes['tip']} style={{ '--tip-at': `${at * 100}%` }} aria-hidden>
      <p className={classes['tipTitle']} dir="auto">
        {title}
      </p>
      {lines.map((line) => (
        <p key={line} className={classes['tipLine']}>
          {line}
        </p>
      ))}
    </div>
  );
}

const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** A percentage such as `81%`; empty if there is nothing to take a share of. */
export function formatShare(part: number, all: number): string {
  return all === 0 ? '' : percent.format(part / all);
}
