import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Insights } from '../../../shared/insights.ts';
import { useInsights } from '../../api/insights.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../shell/page.tsx';
import { FigureCards } from './figure-cards.tsx';
import { InsightsEmpty } from './insights-empty.tsx';
import classes from './insights-page.module.css';
import { InsightsSkeleton } from './insights-skeleton.tsx';
import { StatusBars } from './status-bars.tsx';

/** Spans to look at, in days; 0 stands for all time, since a select knows no null. */
const RANGES = [
  { days: 7, label: 'Last 7 days' },
  { days: 30, label: 'Last 30 days' },
  { days: 90, label: 'Last 90 days' },
  { days: 0, label: 'All time' },
] as const;

const FIRST_RANGE = 30;

/** How the screenings went, counted over the submissions made in a span of days. */
export function InsightsPage() {
  const [days, setDays] = useState(FIRST_RANGE);
  const { data, error, refetch, isPlaceholderData } = useInsights(days === 0 ? null : days);
  return (
    <Page title="Insights">
      {/* Not in the header: keys scroll a page only where something in it takes the focus. */}
      <RangeSelect days={days} onChange={setDays} />
      <ErrorNotice error={error} title="The numbers could not be counted." onRetry={() => void refetch()} />
      {data && (
        <div
          className={classes['all']}
          aria-busy={isPlaceholderData}
          data-old={isPlaceholderData || undefined}
        >
          {data.submitted === 0 ? (
            <InsightsEmpty allTime={days === 0} onAllTime={() => setDays(0)} />
          ) : (
            <Figures insights={data} />
          )}
        </div>
      )}
      {!data && !error && <InsightsSkeleton />}
    </Page>
  );
}

function Figures({ insights }: { insights: Insights }) {
  return (
    <>
      <FigureCards insights={insights} />
      <div className={classes['charts']}>
        <StatusBars
          title="Request statuses"
          counts={insights.requestStatuses}
          empty="The service has accepted none yet."
        />
        <StatusBars title="Call statuses" counts={insights.callStatuses} empty="No calls yet." />
      </div>
    </>
  );
}

function RangeSelect({ days, onChange }: { days: number; onChange: (days: number) => void }) {
  return (
    <NativeSelect
      aria-label="Time range"
      className={classes['range'] ?? ''}
      size="xs"
      value={days}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      data={RANGES.map((range) => ({ value: String(range.days), label: range.label }))}
    />
  );
}
