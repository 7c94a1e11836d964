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
  /** The words for a value; by default the value itself. */
  readonly nameOf?: (value: string) => string;
  /** Adds a column with the values themselves, under this heading, to the table. */
  readonly codes?: string;
  /** What the numbers mean. */
  readonly definition?: string;
  /** Shown if there is nothing to count. */
  readonly empty: string;
}

/** How often each value occurs. */
export function CountChart(props: CountChartProps) {
  const { title, hint, header, counts, nameOf = itself, codes, definition, empty } = props;
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <ChartCard
      title={title}
      hint={hint}
      definition={definition}
      empty={all === 0 ? empty : null}
      table={{
        headers: [header, ...(codes === undefined ? [] : [codes]), 'Number', 'Share'],
        rows: counts.map(({ value, count }) => [
          nameOf(value),
          ...(codes === undefined ? [] : [value]),
          count,
          formatShare(count, all),
        ]),
      }}
    >
      <BarList
        label={title}
        series={ONE_SERIES}
        bars={foldRest(counts.map((each) => ({ ...each, name: nameOf(each.value) }))).map(
          ({ value, name, count }) => ({
            key: value,
            name,
            title: codes === undefined || name === value ? undefined : `${name} (${value})`,
            parts: [count],
            lines: [formatNumber(count), formatShare(count, all)],
          }),
        )}
      />
    </ChartCard>
  );
}

function itself(value: string): string {
  return value;
}
