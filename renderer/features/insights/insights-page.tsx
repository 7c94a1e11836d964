import { useState } from 'react';
import type { InsightsFilter, InsightsOverview } from '../../../shared/insights.ts';
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

/** How the screenings went, counted over the submissions of a time. */
export function InsightsPage() {
  const [view, setView] = useState<InsightsView>({ ...ALL, range: { kind: 'days', days: 30 } });
  const filter = useFilter(view);
  const overview = useInsightsOverview(filter);
  const { data } = overview;
  return (
    <Page title="Insights">
      {/* Not in the header: keys scroll a page only where something in it takes the focus. */}
      <FilterBar view={view} onChange={(part) => setView({ ...view, ...part })} />
      <ErrorNotice
        error={overview.error}
        title="The numbers could not be counted."
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

/** While the days make no time the last ones that did stay. */
function useFilter({ range, job, questionnaire }: InsightsView): InsightsFilter {
  const [sound, setSound] = useState(range);
  const isSound = range.kind !== 'custom' || rangeProblem(range) === null;
  if (isSound && sound !== range) setSound(range);
  return { ...momentsOf(isSound ? range : sound, Date.now()), job, questionnaire };
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
      <ErrorNotice error={error} title="Some of the numbers could not be counted." onRetry={retry} />
      <div className={classes['charts']}>
        <PeriodChart overview={overview} />
        {overview.jobs.length > 0 && (
          <NameChart kind="job_description" title="By job description" outcomes={overview.jobs} />
        )}
        <NameChart kind="questionnaire" title="By questionnaire" outcomes={overview.questionnaires} />
        {requests.data && calls.data ? (
          <>
            <DistributionChart
              title="Time to completion"
              hint="From acceptance on"
              one="request"
              unit="minutes"
              distribution={requests.data.completion}
              format={formatDuration}
              formatShort={formatShortDuration}
              empty="None is completed yet."
            />
            <CallsPerRequestChart callsPerRequest={requests.data.callsPerRequest} />
            <DistributionChart
              title="Length of calls"
              hint="Of calls that have one"
              one="call"
              unit="minutes"
              distribution={calls.data.durations}
              format={formatDuration}
              formatShort={formatShortDuration}
              empty="No calls with a length yet."
            />
            <CountChart
              title="Call statuses"
              hint="As the service names them"
              header="Status"
              counts={calls.data.statuses}
              empty="No calls yet."
            />
            <HoursChart hours={calls.data.hours} />
          </>
        ) : (
          !error && <ChartsSkeleton />
        )}
        <CountChart
          title="Request statuses"
          hint="Of accepted requests, as the service names them"
          header="Status"
          counts={overview.statuses}
          empty="The service has accepted none in this time."
        />
        {pins.data?.map((field) => (
          <ScoreChart key={field.path} field={field} filter={filter} />
        ))}
      </div>
    </>
  );
}
