import { formatNumber } from '../../../parts/text/count-of.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import classes from './column-chart.module.css';
import { Mark, MarkGroup } from './mark.ts';
import series from './series.module.css';
import type { Series } from './series.ts';
import { useMarks } from './use-marks.ts';

/** A stacked column, its first part at the bottom. */
export interface Column {
  readonly key: string;
  /** The short name below the column. */
  readonly label: string;
  /** The full name, for the tooltip and screen readers. */
  readonly title: string;
  readonly parts: readonly number[];
  readonly lines: readonly string[];
}

/** A vertical line such as the median. */
export interface Marker {
  readonly name: string;
  /** Its position in columns from the start, which may be fractional. */
  readonly at: number;
}

interface ColumnChartProps {
  readonly label: string;
  readonly series: readonly Series[];
  readonly columns: readonly Column[];
  readonly markers?: readonly Marker[];
  /** Below the leading edge of a column (for ranges of values), or its middle (for categories). */
  readonly labelsAt?: 'edge' | 'middle';
  readonly mostLabels?: number;
}

/** A column chart with a scale from 0. */
export function ColumnChart(props: ColumnChartProps) {
  const { label, columns, markers = [], labelsAt = 'middle', mostLabels = 8 } = props;
  const { active, propsOf } = useMarks(columns.length);
  const top = niceTop(Math.max(0, ...columns.map(sumOf)));
  const shown = active === null ? undefined : columns[active];
  const place = (index: number) => `${(100 * index) / columns.length}%`;
  return (
    <div className={classes['chart']}>
      <div className={classes['scale']} aria-hidden>
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{formatNumber(value)}</span>
        ))}
      </div>
      <div className={classes['plot']}>
        <MarkGroup className={classes['columns']} data-of={labelsAt} aria-label={label}>
          {columns.map((column, index) => (
            <Mark
              key={column.key}
              aria-label={`${column.title}: ${column.lines.join(', ')}`}
              className={classes['column']}
              {...propsOf(index)}
            >
              <Parts column={column} tones={props.series} top={top} />
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
          (column, index) =>
            isLabelled(index, columns.length, mostLabels) && (
              <span
                key={column.key}
                className={classes['label']}
                style={{ '--label-at': place(labelsAt === 'edge' ? index : index + 0.5) }}
              >
                {column.label}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

interface PartsProps {
  readonly column: Column;
  readonly tones: readonly Series[];
  readonly top: number;
}

/** The topmost part comes first in the document. */
function Parts({ column, tones, top }: PartsProps) {
  return column.parts
    .map((part, index) => ({ part, tone: tones[index]?.tone ?? 'solid' }))
    .filter(({ part }) => part > 0)
    .toReversed()
    .map(({ part, tone }) => (
      <span
        key={tone}
        className={`${series['part']} ${classes['part']}`}
        data-tone={tone}
        style={{ '--part': `${(100 * part) / top}%` }}
      />
    ));
}

function sumOf({ parts }: Column): number {
  return parts.reduce((sum, part) => sum + part, 0);
}

/** The top of an axis for whole numbers: at least 4, rounded up to 1, 2, 4, 5, 6 or 8 times a power of ten. */
function niceTop(most: number): number {
  if (most <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const factor = [1, 2, 4, 5, 6, 8].find((candidate) => candidate * power >= most) ?? 10;
  return factor * power;
}

/** Whether to show this of `count` labels, so that at most `most` are shown, evenly spaced. */
function isLabelled(index: number, count: number, most: number): boolean {
  return index % Math.max(1, Math.ceil(count / most)) === 0;
}
