import type { Bin, Distribution } from '../../../shared/insights.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { ChartCard } from './charts/chart-card.tsx';
import { ColumnChart, type Marker } from './charts/column-chart.tsx';
import { formatShare } from './format-figures.ts';
import { ONE_SERIES } from './series.ts';

interface DistributionChartProps {
  readonly title: string;
  readonly hint: string;
  /** What is counted: `request`, `call`. */
  readonly one: string;
  /** What a value is, as the table's headings say it, such as `minutes`. */
  readonly unit: string;
  readonly distribution: Distribution;
  readonly format: (value: number) => string;
  /** Under a column, where there is little room. */
  readonly formatShort?: (value: number) => string;
  readonly empty: string;
  /** Every bin is shown, also empty ones at the ends: the scale has a beginning and an end. */
  readonly whole?: boolean;
}

/** How values lie: a column per span of values, with the middle and the nine of ten marked. */
export function DistributionChart(props: DistributionChartProps) {
  const { title, hint, one, unit, distribution, format, formatShort = format, empty, whole } = props;
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

/** From the first to the last bin that has something. */
function withoutEmptyEnds(bins: readonly Bin[]): readonly Bin[] {
  const first = bins.findIndex(({ count }) => count > 0);
  const last = bins.findLastIndex(({ count }) => count > 0);
  return first < 0 ? [] : bins.slice(first, last + 1);
}

/** Within its bin a value lies where it is between the edges; above the last edge in the middle. */
function markerAt(name: string, value: number | null, bins: readonly Bin[]): readonly Marker[] {
  if (value === null) return [];
  const at = bins.findLastIndex(({ from }) => from <= value);
  const bin = bins[at];
  if (!bin) return [];
  const within = bin.to === null ? 0.5 : (value - bin.from) / (bin.to - bin.from);
  return [{ name, at: at + Math.min(1, Math.max(0, within)) }];
}
