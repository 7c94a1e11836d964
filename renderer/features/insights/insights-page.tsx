import { useState } from 'react';
import type {
  InsightsCalls,
  InsightsFilter,
  InsightsOverview,
  InsightsRequests,
} from '../../../shared/insights.ts';
import { OUTCOMES } from '../../../shared/outcome.ts';
import { OUTCOME_NAMES } from '../../../shared/words/outcome-words.ts';
import { statusWords } from '../../../shared/words/status-words.ts';
import { useInsightsCalls, useInsightsOverview, useInsightsRequests } from '../../api/insights.ts';
import { usePins } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { AgreementCharts } from './agreement-charts.tsx';
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

function outcomeName(value: string): string {
  const outcome = OUTCOMES.find((each) => each === value);
  return outcome === undefined ? value : OUTCOME_NAMES[outcome];
}

function callStatusWords(status: string): string {
  return status === '' ? 'No status' : statusWords(status);
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
          title="Outcomes"
          hint="Of accepted requests"
          definition="What became of each candidate, as the status, the calls and the results say together. A request whose calls all went unanswered counts as not reached, even if the service completed it."
          header="Outcome"
          counts={overview.outcomes}
          nameOf={outcomeName}
          empty="The service accepted no requests in this period."
        />
        <CountChart
          title="Request statuses"
          hint="Of accepted requests, as the service names them"
          definition="The service's own status of each accepted request at its last check. It may say Completed of a candidate who was never reached: see the outcomes."
          header="Status"
          counts={overview.statuses}
          nameOf={statusWords}
          codes="The service's status"
          empty="The service accepted no requests in this period."
        />
        {pins.data?.map((field) => (
          <ScoreChart key={field.path} field={field} filter={filter} />
        ))}
        <AgreementCharts filter={filter} />
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
        definition="From when the service accepted a request until Callboard first saw its status Completed, of completed requests only. The dashed lines are the median and the time within which 9 of 10 were completed."
        one="request"
        distribution={requests.completion}
        empty="No request is completed yet."
      />
      <CallsPerRequestChart callsPerRequest={requests.callsPerRequest} />
      <DistributionChart
        {...durations}
        title="Length of calls"
        hint="Of answered calls"
        definition="Calls with a length above 0 minutes, without those that the service calls unanswered, failed, planned or still in progress."
        one="call"
        distribution={calls.durations}
        empty="No answered calls with a length yet."
      />
      <CountChart
        title="Call statuses"
        hint="As the service names them"
        definition="The service's own status of every call of the accepted requests."
        header="Status"
        counts={calls.statuses}
        nameOf={callStatusWords}
        codes="The service's status"
        empty="No calls yet."
      />
      <HoursChart hours={calls.hours} />
    </>
  );
}
