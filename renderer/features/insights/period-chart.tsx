import type { InsightsOverview, PeriodUnit } from '../../../shared/insights.ts';
import { ChartCard } from './charts/chart-card.tsx';
import { ColumnChart } from './charts/column-chart.tsx';
import { Legend } from './charts/legend.tsx';
import { OUTCOME_HEADERS, OUTCOME_SERIES, outcomeCells, outcomeLines, outcomeParts } from './series.ts';

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' };
const FULL_DAY: Intl.DateTimeFormatOptions = { dateStyle: 'full' };
const MONTH: Intl.DateTimeFormatOptions = { month: 'short', year: '2-digit' };

const UNITS: Readonly<
  Record<
    PeriodUnit,
    { words: string; header: string; label: Intl.DateTimeFormatOptions; title: Intl.DateTimeFormatOptions }
  >
> = {
  hour: {
    words: 'by hour',
    header: 'Hour',
    label: { hour: 'numeric', minute: '2-digit' },
    title: { dateStyle: 'medium', timeStyle: 'short' },
  },
  day: { words: 'by day', header: 'Day', label: DAY, title: FULL_DAY },
  week: { words: 'by week', header: 'Week from', label: DAY, title: FULL_DAY },
  month: { words: 'by month', header: 'Month', label: MONTH, title: { month: 'long', year: 'numeric' } },
  year: { words: 'by year', header: 'Year', label: { year: 'numeric' }, title: { year: 'numeric' } },
};

/** The outcomes of submissions over time. */
export function PeriodChart({ overview: { periods, unit, total } }: { overview: InsightsOverview }) {
  const { words, header, label, title } = UNITS[unit];
  const short = new Intl.DateTimeFormat(undefined, label);
  const full = new Intl.DateTimeFormat(undefined, title);
  const nameOf = (start: number) =>
    unit === 'week' ? `Week from ${full.format(start)}` : full.format(start);
  return (
    <ChartCard
      title="Submissions over time"
      hint={`By outcome, ${words}, in this computer's time zone`}
      wide
      empty={total.submitted === 0 ? 'Nothing was submitted in this period.' : null}
      table={{
        headers: [header, ...OUTCOME_HEADERS],
        rows: periods.map((period) => [full.format(period.start), ...outcomeCells(period)]),
      }}
    >
      <Legend series={OUTCOME_SERIES} />
      <ColumnChart
        label="Submissions over time"
        series={OUTCOME_SERIES}
        mostLabels={8}
        columns={periods.map((period) => ({
          key: String(period.start),
          label: short.format(period.start),
          title: nameOf(period.start),
          parts: outcomeParts(period),
          lines: outcomeLines(period),
        }))}
      />
    </ChartCard>
  );
}
