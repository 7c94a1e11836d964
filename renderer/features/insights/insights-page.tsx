import { useState } from 'react';
import type {
  InsightsCalls,
  InsightsFilter,
  InsightsOverview,
  InsightsRequests,
} from '../../../shared/insights.ts';
import { useInsightsCalls, useInsightsOverview, useInsightsRequests } from '../../api/insights.ts';
import { usePins } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { CallsPerRequestChart } from './calls-per-request-chart.tsx';
import { CountChart } from './count-chart.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { FigureCards } from './figure-cards.tsx';
import { FilterBar, type InsightsView } from './filter-bar.tsx';
import { formatDuration, formatShortDuration } from './format-figures.ts';
import { HoursChart } from './hours-chart.tsx';
import { InsightsEmpty } from './insights-empty.tsx';
import classes from './insights-page.module.css';
import { ChartsSkeleton, FiguresSkeleton } from './insights-skeleton.tsx';
import { NameChart } from './name-chart.tsx';
import { PeriodChart } from './period-chart.tsx';
import { ScoreChart } from './score-chart.tsx';
import { momentsOf, rangeProblem } from './time-range.ts';

const ALL: InsightsView = { range: { kind: 'all' }, job: null, questionnaire: null };

/** Figures and charts about the submissions of a period. */
export function InsightsPage() {
  const [view, setView] = useState<InsightsView>({ ...ALL, range: { kind: 'days', days: 30 } });
  const filter = useFilter(view);
  const overview = useInsightsOverview(filter);
  const { data } = overview;
  return (
    <Page title="Insights">
      {/* In the body, not the header: keys can only scroll a page with something focusable in it. */}
      <FilterBar view={view} onChange={(part) => setView({ ...view, ...part })} />
      <ErrorNotice
        error={overview.error}
        title="Couldn't count the numbers."
        onRetry={() => void overview.refetch()}
      />
      {!data && !overview.error && <FiguresSkeleton />}
      {data && (
        <div
          className={classes['all']}
          aria-busy={overview.isPlaceholderData}
          data-old={overview.isPlaceholderData || undefined}
        >
          {data.total.submitted === 0 ? (
            <InsightsEmpty filtered={isFiltered(view)} onShowAll={() => setView(ALL)} />
          ) : (
            <Charts overview={data} filter={filter} />
          )}
        </div>
      )}
    </Page>
  );
}

function isFiltered({ range, job, questionnaire }: InsightsView): boolean {
  return range.kind !== 'all' || job !== null || questionnaire !== null;
}

/** The filter; while the custom range is invalid, the last valid range stays in use. */
function useFilter({ range, job, questionnaire }: InsightsView): InsightsFilter {
  const [valid, setValid] = useState(range);
  const isValid = range.kind !== 'custom' || rangeProblem(range) === null;
  if (isValid && valid !== range) setValid(range);
  return { ...momentsOf(isValid ? range : valid, Date.now()), job, questionnaire };
}

function Charts({ overview, filter }: { overview: InsightsOverview; filter: InsightsFilter }) {
  const requests = useInsightsRequests(filter);
  const calls = useInsightsCalls(filter);
  const pins = usePins();
  const error = requests.error ?? calls.error ?? pins.error;
  const retry = () => void Promise.all([requests.refetch(), calls.refetch(), pins.refetch()]);
  return (
    <>
      <FigureCards total={overview.total} requests={requests.data} calls={calls.data} />
      <ErrorNotice error={error} title="Couldn't count some of the numbers." onRetry={retry} />
      <div className={classes['charts']}>
        <PeriodChart overview={overview} />
        {overview.jobs.length > 0 && (
          <NameChart kind="job_description" title="By job description" outcomes={overview.jobs} />
        )}
        <NameChart kind="questionnaire" title="By questionnaire" outcomes={overview.questionnaires} />
        {requests.data && calls.data ? (
          <CallCharts requests={requests.data} calls={calls.data} />
        ) : (
          !error && <ChartsSkeleton />
        )}
        <CountChart
          title="Request statuses"
          hint="Of accepted requests, as the service names them"
          header="Status"
          counts={overview.statuses}
          empty="The service accepted no requests in this period."
        />
        {pins.data?.map((field) => (
          <ScoreChart key={field.path} field={field} filter={filter} />
        ))}
      </div>
    </>
  );
}

function CallCharts({ requests, calls }: { requests: InsightsRequests; calls: InsightsCalls }) {
  const durations = {
    unit: 'minutes',
    format: formatDuration,
    formatShort: formatShortDuration,
  };
  return (
    <>
      <DistributionChart
        {...durations}
        title="Time to completion"
        hint="From acceptance"
        one="request"
        distribution={requests.completion}
        empty="No request is completed yet."
      />
      <CallsPerRequestChart callsPerRequest={requests.callsPerRequest} />
      <DistributionChart
        {...durations}
        title="Length of calls"
        hint="Of calls with a length"
        one="call"
        distribution={calls.durations}
        empty="No calls with a length yet."
      />
      <CountChart
        title="Call statuses"
        hint="As the service names them"
        header="Status"
        counts={calls.statuses}
        empty="No calls yet."
      />
      <HoursChart hours={calls.hours} />
    </>
  );
}
