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
  /** What a value is, as the table's heading. */
  readonly header: string;
  readonly counts: readonly Count[];
  /** Said where there is nothing to count. */
  readonly empty: string;
}

/** How often each value occurs. The words are the service's own. */
export function CountChart({ title, hint, header, counts, empty }: CountChartProps) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <ChartCard
      title={title}
      hint={hint}
      empty={all === 0 ? empty : null}
      table={{
        headers: [header, 'Number', 'Share'],
        rows: counts.map(({ value, count }) => [wordOf(value), count, formatShare(count, all)]),
      }}
    >
      <BarList
        label={title}
        series={ONE_SERIES}
        bars={foldRest(counts).map(({ value, count }) => ({
          key: value,
          name: wordOf(value),
          parts: [count],
          lines: [formatNumber(count), formatShare(count, all)],
        }))}
      />
    </ChartCard>
  );
}

function wordOf(value: string): string {
  return value === '' ? 'No status' : value;
}
