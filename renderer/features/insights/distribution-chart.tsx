import type { Bin, Distribution } from '../../../shared/insights.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { ChartCard } from './charts/chart-card.tsx';
import { ColumnChart, type Marker } from './charts/column-chart.tsx';
import { formatShare } from './format-figures.ts';
import { ONE_SERIES } from './series.ts';

interface DistributionChartProps {
  readonly title: string;
  readonly hint: string;
  readonly definition?: string;
  /** What is counted, in the singular: `request`, `call`. */
  readonly one: string;
  /** The unit in the table's headings, such as `minutes`. */
  readonly unit: string;
  readonly distribution: Distribution;
  readonly format: (value: number) => string;
  /** For the labels below the columns. */
  readonly formatShort?: (value: number) => string;
  readonly empty: string;
  /** Shows empty bins at the ends, too: the values are on a fixed scale. */
  readonly whole?: boolean;
}

/** A histogram with the median and the 90th percentile marked. */
export function DistributionChart(props: DistributionChartProps) {
  const {
    title,
    hint,
    definition,
    one,
    unit,
    distribution,
    format,
    formatShort = format,
    empty,
    whole,
  } = props;
  const bins = whole ? distribution.bins : withoutEmptyEnds(distribution.bins);
  const { count, median, p90 } = distribution;
  const nameOf = ({ from, to }: Bin): string =>
    to === null
      ? `${format(from)} and more`
      : from === 0 && !whole
        ? `under ${format(to)}`
        : `${format(from)} to ${format(to)}`;
  return (
    <ChartCard
      title={title}
      definition={definition}
      hint={
        median === null || p90 === null
          ? hint
          : `${hint}. Median ${format(median)}, 9 of 10 within ${format(p90)}`
      }
      empty={count === 0 ? empty : null}
      table={{
        headers: [`From (${unit})`, `To (${unit})`, 'Number', 'Share'],
        rows: bins.map((bin) => [bin.from, bin.to, bin.count, formatShare(bin.count, count)]),
      }}
    >
      <ColumnChart
        label={title}
        series={ONE_SERIES}
        labelsAt="edge"
        mostLabels={7}
        markers={[...markerAt('Median', median, bins), ...markerAt('9 of 10', p90, bins)]}
        columns={bins.map((bin) => ({
          key: String(bin.from),
          label: formatShort(bin.from),
          title: nameOf(bin),
          parts: [bin.count],
          lines: [countOf(bin.count, one), formatShare(bin.count, count)],
        }))}
      />
    </ChartCard>
  );
}

/** Below this, a column would fill the chart without a scale to compare it with. */
const FEWEST_BINS = 4;

function withoutEmptyEnds(bins: readonly Bin[]): readonly Bin[] {
  const first = bins.findIndex(({ count }) => count > 0);
  if (first < 0) return [];
  const from = Math.min(first, Math.max(0, bins.length - FEWEST_BINS));
  const last = bins.findLastIndex(({ count }) => count > 0);
  return bins.slice(from, Math.max(last, from + FEWEST_BINS - 1) + 1);
}

/** Places a value within its bin by linear interpolation, or in the middle of a bin without an upper end. */
function markerAt(name: string, value: number | null, bins: readonly Bin[]): readonly Marker[] {
  if (value === null) return [];
  const at = bins.findLastIndex(({ from }) => from <= value);
  const bin = bins[at];
  if (!bin) return [];
  const within = bin.to === null ? 0.5 : (value - bin.from) / (bin.to - bin.from);
  return [{ name, at: at + Math.min(1, Math.max(0, within)) }];
}
