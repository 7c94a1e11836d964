import { Button, Group, Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { PinnedField } from '../../../shared/assessment.ts';
import type { BackfillProgress } from '../../../shared/backfill-progress.ts';
import { scaleWords } from '../../../shared/described-field.ts';
import type {
  Count,
  IdOutcomes,
  InsightsCalls,
  InsightsFilter,
  InsightsOverview,
  InsightsRequests,
  Outcomes,
} from '../../../shared/insights.ts';
import type { LibraryKind } from '../../../shared/library.ts';
import { OUTCOMES } from '../../../shared/outcome.ts';
import { OUTCOME_NAMES } from '../../../shared/words/outcome-words.ts';
import { statusWords } from '../../../shared/words/status-words.ts';
import {
  useInsightsCalls,
  useInsightsOverview,
  useInsightsRequests,
  useInsightsScore,
} from '../../api/insights.ts';
import { useLibrary } from '../../api/library.ts';
import { useBackfillProgress, usePins } from '../../api/requests.ts';
import { EmptyState } from '../../parts/empty-state/empty-state.tsx';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { AgreementCharts } from './agreement-charts.tsx';
import { BarList } from './charts/bar-list.tsx';
import { ChartCard } from './charts/chart-card.tsx';
import { ColumnChart } from './charts/column-chart.tsx';
import { Legend } from './charts/legend.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import insightsSkeletonClasses from './figure-cards.module.css';
import { FigureCards } from './figure-cards.tsx';
import { FilterBar, type InsightsView } from './filter-bar.tsx';
import { foldRest, MOST_BARS } from './fold-rest.ts';
import { formatDecimal, formatDuration, formatShare, formatShortDuration } from './format-figures.ts';
import { HoursChart } from './hours-chart.tsx';
import classes from './insights-page.module.css';
import { PeriodChart } from './period-chart.tsx';
import {
  ONE_SERIES,
  OUTCOME_HEADERS,
  OUTCOME_SERIES,
  outcomeCells,
  outcomeLines,
  outcomeParts,
} from './series.ts';
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

const CARDS = ['1', '2', '3', '4', '5', '6'];
const CHARTS = CARDS.slice(0, 4);

/** Placeholders until the first numbers arrive, in their size. */
function FiguresSkeleton() {
  return (
    <div className={classes['all']} aria-busy aria-label="Counting" role="status">
      <div className={insightsSkeletonClasses['cards']} data-columns={6}>
        {CARDS.map((card) => (
          <Skeleton key={card} height={86} radius="md" />
        ))}
      </div>
      <Skeleton height={318} radius="md" />
    </div>
  );
}

function ChartsSkeleton() {
  return CHARTS.map((chart) => <Skeleton key={chart} height={286} radius="md" />);
}

interface InsightsEmptyProps {
  /** Whether a time range, job or questionnaire is chosen. */
  readonly filtered: boolean;
  readonly onShowAll: () => void;
}

/** Why there are no numbers, and what to do about it. */
function InsightsEmpty({ filtered, onShowAll }: InsightsEmptyProps) {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<IconChartBar size={22} stroke={1.5} aria-hidden />}
      title={filtered ? 'No matching submissions' : 'No numbers yet'}
      action={
        <Group gap="xs" justify="center">
          <Button onClick={() => navigate('/new')}>Submit a candidate</Button>
          {filtered && (
            <Button variant="default" onClick={onShowAll}>
              Show all time
            </Button>
          )}
        </Group>
      }
    >
      Submit candidates to see here how many calls they take and how long the calls are.
    </EmptyState>
  );
}

/** The last column counts requests with this many calls or more, as the store does. */
const MOST_CALLS = 8;

/** A histogram of calls per request. */
function CallsPerRequestChart({ callsPerRequest }: Pick<InsightsRequests, 'callsPerRequest'>) {
  const requests = new Map(callsPerRequest.map(({ calls, requests: n }) => [calls, n]));
  const most = Math.max(2, ...requests.keys());
  const all = callsPerRequest.reduce((sum, each) => sum + each.requests, 0);
  const columns = Array.from({ length: most + 1 }, (_, calls) => ({
    calls,
    words: calls === MOST_CALLS ? `${calls} or more` : String(calls),
    count: requests.get(calls) ?? 0,
  }));
  return (
    <ChartCard
      title="Calls per request"
      hint="Of accepted requests, completed or not"
      definition="Every call that the service lists for a request, answered or not. Requests without calls are counted, too."
      empty={all === 0 ? 'The service accepted no requests in this period.' : null}
      table={{
        headers: ['Calls', 'Requests', 'Share'],
        rows: columns.map(({ words, count }) => [words, count, formatShare(count, all)]),
      }}
    >
      <ColumnChart
        label="Calls per request"
        series={ONE_SERIES}
        mostLabels={9}
        columns={columns.map(({ calls, words, count }) => ({
          key: words,
          label: calls === MOST_CALLS ? `${calls}+` : words,
          title: calls === 1 ? '1 call' : `${words} calls`,
          parts: [count],
          lines: [countOf(count, 'request'), formatShare(count, all)],
        }))}
      />
    </ChartCard>
  );
}

interface NameChartProps {
  readonly kind: LibraryKind;
  readonly title: string;
  readonly outcomes: readonly IdOutcomes[];
}

/** The outcomes of the submissions for each job description or questionnaire. */
function NameChart({ kind, title, outcomes }: NameChartProps) {
  const names = new Map(
    (useLibrary().data ?? [])
      .filter((entry) => entry.kind === kind && entry.name !== '')
      .map(({ serviceId, name }) => [serviceId, name]),
  );
  const nameOf = (id: string): string => names.get(id) ?? id;
  return (
    <ChartCard
      title={title}
      hint="Submissions by outcome"
      empty={outcomes.length === 0 ? 'Nothing was submitted in this period.' : null}
      table={{
        headers: ['Name', 'ID', ...OUTCOME_HEADERS],
        rows: outcomes.map((each) => [names.get(each.id) ?? '', each.id, ...outcomeCells(each)]),
      }}
    >
      <Legend series={OUTCOME_SERIES} />
      <BarList
        label={title}
        series={OUTCOME_SERIES}
        bars={folded(outcomes).map((each) => ({
          key: each.id,
          name: nameOf(each.id),
          parts: outcomeParts(each),
          lines: outcomeLines(each),
        }))}
      />
    </ChartCard>
  );
}

/** The first ones, which have the most submissions, with all others combined into one. */
function folded(outcomes: readonly IdOutcomes[]): readonly IdOutcomes[] {
  if (outcomes.length <= MOST_BARS) return outcomes;
  const rest = outcomes.slice(MOST_BARS - 1);
  const sum = (part: keyof Outcomes): number => rest.reduce((total, each) => total + each[part], 0);
  const others = {
    id: `${rest.length} others`,
    submitted: sum('submitted'),
    waiting: sum('waiting'),
    needsDecision: sum('needsDecision'),
    refused: sum('refused'),
    accepted: sum('accepted'),
    completed: sum('completed'),
  };
  return [...outcomes.slice(0, MOST_BARS - 1), others];
}

const NONE = 'No result has this field yet.';

/** The distribution of a pinned field's values. */
function ScoreChart({ field, filter }: { field: PinnedField; filter: InsightsFilter }) {
  const { data, error, refetch } = useInsightsScore(filter, field.path);
  const reading = useBackfillProgress().data;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={286} radius="md" />;
  if (data === null) return null;
  const unread = reading?.paths.includes(field.path) ? reading : null;
  const left = data.covered === 0 ? '' : `; ${countOf(data.covered, 'request')} left out until a verdict`;
  if (!data.distribution || !data.scale) {
    return (
      <CountChart
        title={field.label}
        hint={unread ? unreadWords(unread) : `Pinned field, as the service sent it${left}`}
        header="Value"
        counts={data.values}
        empty={NONE}
      />
    );
  }
  const { scale, distribution } = data;
  return (
    <DistributionChart
      title={field.label}
      hint={unread ? unreadWords(unread) : `Pinned field, ${scaleWords(scale)}${left}`}
      one="request"
      unit="value"
      distribution={closedAt(distribution, scale.largest)}
      format={formatDecimal}
      empty="No value on this scale yet."
      whole
    />
  );
}

function unreadWords({ read, of }: BackfillProgress): string {
  return `Not complete yet: ${countOf(read, 'request')} of ${formatNumber(of)} read`;
}

/** Ends the last bin at the end of the scale. */
function closedAt<D extends { readonly bins: readonly { readonly to: number | null }[] }>(
  distribution: D,
  end: number,
): D {
  return { ...distribution, bins: distribution.bins.map((bin) => ({ ...bin, to: bin.to ?? end })) };
}

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
function CountChart(props: CountChartProps) {
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
