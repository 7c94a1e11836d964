import type { Count } from '../../../shared/insights.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import { BarList } from './charts/bar-list.tsx';
import { ChartCard } from './charts/chart-card.tsx';
import { foldRest } from './fold-rest.ts';
import { formatShare } from './format-figures.ts';
import { ONE_SERIES } from './series.ts';

interface CountChartProps {
  readonly title: string;
  readonly hint: string;
  /** The heading of the values' column in the table. */
  readonly header: string;
  readonly counts: readonly Count[];
  /** Shown if there is nothing to count. */
  readonly empty: string;
}

/** How often each value occurs, under the service's own names. */
export function CountChart({ title, hint, header, counts, empty }: CountChartProps) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <ChartCard
      title={title}
      hint={hint}
      empty={all === 0 ? empty : null}
      table={{
        headers: [header, 'Number', 'Share'],
        rows: counts.map(({ value, count }) => [nameOf(value), count, formatShare(count, all)]),
      }}
    >
      <BarList
        label={title}
        series={ONE_SERIES}
        bars={foldRest(counts).map(({ value, count }) => ({
          key: value,
          name: nameOf(value),
          parts: [count],
          lines: [formatNumber(count), formatShare(count, all)],
        }))}
      />
    </ChartCard>
  );
}

function nameOf(value: string): string {
  return value === '' ? 'No status' : value;
}
