import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  Agreement,
  Bin,
  Distribution,
  Funnel,
  HourCount,
  InsightsFilter,
  OfJob,
} from '../../../shared/insights.ts';
import { useWorkspace } from '../../api/app-state.tsx';
import { countOf, formatNumber } from '../../parts/format.ts';
import { useJobNames } from '../../parts/matching.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { BarList, ChartCard, formatShare, HeatMap, Histogram, Legend, type Series } from './charts.tsx';

const STAGES: readonly Series[] = [
  { name: 'With a verdict', tone: 'solid' },
  { name: 'Assessed, no verdict', tone: 'striped' },
  { name: 'Reached, not assessed', tone: 'pale' },
  { name: 'Not reached so far', tone: 'hollow' },
];

/** How far the submissions of each job description came. */
export function FunnelChart({ jobs }: { jobs: readonly OfJob<Funnel>[] }) {
  const nameOf = useJobNames();
  return (
    <ChartCard
      title="From submission to verdict"
      hint={`${stageLines(sumOfStages(jobs)).join(', ')}; by job description`}
      definition="Submitted: without drafts and discarded ones. Reached: the outcome in the list is Assessed, or Completed without an assessment. The verdicts are those on assessed requests. Archived requests count, too."
      wide
      empty={null}
      table={{
        headers: ['Name', 'ID', 'Submitted', 'Reached', 'Assessed', 'Yes', 'Maybe', 'No'],
        rows: jobs.map(({ id, submitted, reached, assessed, yes, maybe, no }) => [
          nameOf(id) ?? '',
          id,
          submitted,
          reached,
          assessed,
          yes,
          maybe,
          no,
        ]),
      }}
    >
      <Legend series={STAGES} />
      <BarList
        label="From submission to verdict"
        series={STAGES}
        bars={folded(jobs, sumOfStages).map((each) => ({
          key: each.id,
          name: nameOf(each.id) ?? each.id,
          parts: stageParts(each),
          lines: stageLines(each),
        }))}
      />
    </ChartCard>
  );
}

function sumOfStages(jobs: readonly Funnel[]): Funnel {
  const sum = (stage: keyof Funnel): number => jobs.reduce((total, each) => total + each[stage], 0);
  return {
    submitted: sum('submitted'),
    reached: sum('reached'),
    assessed: sum('assessed'),
    yes: sum('yes'),
    maybe: sum('maybe'),
    no: sum('no'),
  };
}

/** The parts of a bar, in the order of {@link STAGES}. */
function stageParts({ submitted, reached, assessed, yes, maybe, no }: Funnel): readonly number[] {
  const judged = yes + maybe + no;
  return [judged, assessed - judged, reached - assessed, submitted - reached];
}

function stageLines({ submitted, reached, assessed, yes, maybe, no }: Funnel): readonly string[] {
  return [
    `${formatNumber(submitted)} submitted`,
    `${formatNumber(reached)} reached`,
    `${formatNumber(assessed)} assessed`,
    `${formatNumber(yes)} yes`,
    `${formatNumber(maybe)} maybe`,
    `${formatNumber(no)} no`,
  ];
}

/** The distributions of the times from acceptance to the first call and to the assessment. */
export function TimeCharts({ filter }: { filter: InsightsFilter }) {
  const { data, error, refetch } = useQuery({
    ...useWorkspace().queries.insights.times({ filter }),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return ['1', '2'].map((chart) => <Skeleton key={chart} height={286} radius="md" />);
  return (
    <>
      <TimeChart
        title="Time to first call"
        definition="From when the service accepted a request until its first call began, whether or not somebody answered. Planned calls don’t count."
        empty="No request has had a call yet."
        distribution={data.firstCall}
      />
      <TimeChart
        title="Time to assessment"
        definition="From when the service accepted a request until Callboard first saw it completed, of assessed requests only."
        empty="No request is assessed yet."
        distribution={data.assessment}
      />
    </>
  );
}

interface TimeChartProps {
  readonly title: string;
  readonly definition: string;
  readonly empty: string;
  readonly distribution: Distribution;
}

/** A histogram with the median and the 90th percentile marked. */
function TimeChart({
  title,
  definition,
  empty,
  distribution: { bins: all, count, median, p90 },
}: TimeChartProps) {
  const bins = withoutEmptyEnds(all);
  return (
    <ChartCard
      title={title}
      definition={`${definition} The dashed lines are the median and the time within which 9 of 10 happened.`}
      hint={
        median === null || p90 === null
          ? 'From acceptance'
          : `From acceptance. Median ${formatDuration(median)}, 9 of 10 within ${formatDuration(p90)}`
      }
      empty={count === 0 ? empty : null}
      table={{
        headers: ['From (minutes)', 'To (minutes)', 'Requests', 'Share'],
        rows: bins.map((bin) => [bin.from, bin.to, bin.count, formatShare(bin.count, count)]),
      }}
    >
      <Histogram
        label={title}
        markers={[...markerAt('Median', median, bins), ...markerAt('9 of 10', p90, bins)]}
        columns={bins.map((bin) => ({
          key: String(bin.from),
          label: formatShortDuration(bin.from),
          title: rangeOf(bin),
          count: bin.count,
          lines: [countOf(bin.count, 'request'), formatShare(bin.count, count)],
        }))}
      />
    </ChartCard>
  );
}

function rangeOf({ from, to }: Bin): string {
  if (to === null) return `${formatDuration(from)} and more`;
  return from === 0 ? `under ${formatDuration(to)}` : `${formatDuration(from)} to ${formatDuration(to)}`;
}

/** Below this, a column would fill the chart without a scale to compare it with. */
const FEWEST_BINS = 4;

function withoutEmptyEnds(bins: readonly Bin[]): readonly Bin[] {
  const first = bins.findIndex(({ count }) => count > 0);
  if (first < 0) return [];
  const from = Math.min(first, Math.max(0, bins.length - FEWEST_BINS));
  const last = bins.findLastIndex(({ count }) => count > 0);
  return bins.slice(from, Math.max(last, from + FEWEST_BINS - 1) + 1);
}

/** Places a value within its bin by linear interpolation, or in the middle of a bin without an upper end. */
function markerAt(name: string, value: number | null, bins: readonly Bin[]) {
  if (value === null) return [];
  const at = bins.findLastIndex(({ from }) => from <= value);
  const bin = bins[at];
  if (!bin) return [];
  const within = bin.to === null ? 0.5 : (value - bin.from) / (bin.to - bin.from);
  return [{ name, at: at + Math.min(1, Math.max(0, within)) }];
}

/** Calls that reached somebody, by weekday and hour. */
export function HoursChart({ filter }: { filter: InsightsFilter }) {
  const { data, error, refetch } = useQuery({
    ...useWorkspace().queries.insights.hours({ filter }),
    placeholderData: keepPreviousData,
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={318} radius="md" />;
  const counts = new Map(data.map((each) => [`${each.weekday} ${each.hour}`, each]));
  const countIn = (weekday: number, hour: number): HourCount =>
    counts.get(`${weekday} ${hour}`) ?? { weekday, hour, calls: 0, reached: 0 };
  const names = hourNames();
  const days = dayNames();
  const order = weekdaysInOrder();
  const spanOf = (hour: number): string => `${names[hour]} to ${names[(hour + 1) % 24]}`;
  return (
    <ChartCard
      title="When people are reached"
      hint="Calls that reached somebody, by their start in this computer's time zone"
      definition="A call reached somebody unless the service calls it unanswered, failed, planned or still in progress, or its length is 0 minutes. Calls without a time are left out."
      wide
      empty={data.length === 0 ? 'No calls with a time yet.' : null}
      table={{
        headers: ['Hour', ...order.map((day) => days[day]?.long ?? '')],
        rows: names.map((_, hour) => [spanOf(hour), ...order.map((day) => countIn(day, hour).reached)]),
      }}
    >
      <HeatMap
        label="When people are reached"
        columns={names.map((name, hour) => ({ key: name, label: name, named: hour % 3 === 0 }))}
        rows={order.map((day) => ({
          key: String(day),
          name: days[day]?.short ?? '',
          cells: names.map((_, hour) => {
            const { calls, reached } = countIn(day, hour);
            return {
              value: reached,
              title: `${days[day]?.long}, ${spanOf(hour)}`,
              line: calls === 0 ? 'no calls' : `${formatNumber(reached)} of ${countOf(calls, 'call')}`,
            };
          }),
        }))}
      />
    </ChartCard>
  );
}

/** The names of the weekdays, Monday first. */
function dayNames(): readonly { readonly long: string; readonly short: string }[] {
  const long = new Intl.DateTimeFormat(undefined, { weekday: 'long' });
  const short = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
  return Array.from({ length: 7 }, (_, day) => {
    // 2024-01-01 was a Monday.
    const date = new Date(2024, 0, 1 + day);
    return { long: long.format(date), short: short.format(date) };
  });
}

/** The hours of a day in the system's format: `9 AM`, `09`. */
function hourNames(): readonly string[] {
  const format = new Intl.DateTimeFormat(undefined, { hour: 'numeric' });
  return Array.from({ length: 24 }, (_, hour) => format.format(new Date(2024, 0, 1, hour)));
}

/** The weekdays (0 is Monday), starting with the locale's first day of the week. */
function weekdaysInOrder(): readonly number[] {
  const first = firstDay(new Intl.Locale(navigator.language)) - 1;
  return Array.from({ length: 7 }, (_, at) => (first + at) % 7);
}

/** 1 is Monday, 7 is Sunday. TypeScript doesn't know `getWeekInfo` yet (ECMA-402, Intl Locale Info). */
function firstDay(locale: Intl.Locale): number {
  const getWeekInfo: unknown = Reflect.get(locale, 'getWeekInfo');
  const info: unknown = typeof getWeekInfo === 'function' ? getWeekInfo.call(locale) : undefined;
  const day: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, 'firstDay') : undefined;
  return typeof day === 'number' ? day : 1;
}

const AGREEMENT: readonly Series[] = [
  { name: 'Agree', tone: 'solid' },
  { name: 'Differ', tone: 'striped' },
  { name: 'Not compared', tone: 'hollow' },
];

/** How often people and the service agree; nothing in a workspace where no verdict ever came first. */
export function AgreementChart({ filter }: { filter: InsightsFilter }) {
  const { data, error, refetch } = useQuery({
    ...useWorkspace().queries.insights.agreement({ filter }),
    placeholderData: keepPreviousData,
  });
  const isOn = useQuery(useWorkspace().queries.rules.get()).data?.verdictFirst ?? false;
  const nameOf = useJobNames();
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data || (!isOn && data.jobs.length + data.leftOut === 0)) return null;
  const left = data.leftOut === 0 ? '' : `; ${formatNumber(data.leftOut)} on results seen before left out`;
  return (
    <ChartCard
      title="Agreement of verdict and score"
      hint={`Verdicts given before the results, by job description${left}`}
      definition="Of requests whose results had never been in view when their first verdict with a reason was given: covered, or not there yet. They agree if a yes meets a score in the better half of its scale, or a no one in the worse half. Nothing is compared for a maybe, and where the Library doesn’t say which values of the score are better."
      wide
      empty={data.jobs.length === 0 ? 'No verdict was given before the results in this period.' : null}
      table={{
        headers: ['Name', 'ID', 'Agree', 'Differ', 'Not compared'],
        rows: data.jobs.map((each) => [nameOf(each.id) ?? '', each.id, ...agreementParts(each)]),
      }}
    >
      <Legend series={AGREEMENT} />
      <BarList
        label="Agreement of verdict and score"
        series={AGREEMENT}
        bars={folded(data.jobs, sumOfAgreement).map((each) => ({
          key: each.id,
          name: nameOf(each.id) ?? each.id,
          parts: agreementParts(each),
          lines: agreementLines(each),
        }))}
      />
    </ChartCard>
  );
}

function sumOfAgreement(jobs: readonly Agreement[]): Agreement {
  const sum = (part: keyof Agreement): number => jobs.reduce((total, each) => total + each[part], 0);
  return { judged: sum('judged'), agree: sum('agree'), differ: sum('differ') };
}

/** The parts of a bar, in the order of {@link AGREEMENT}. */
function agreementParts({ judged, agree, differ }: Agreement): readonly number[] {
  return [agree, differ, judged - agree - differ];
}

function agreementLines(counts: Agreement): readonly string[] {
  const [agree = 0, differ = 0, rest = 0] = agreementParts(counts);
  return [
    countOf(agree, 'agrees', 'agree'),
    countOf(differ, 'differs', 'differ'),
    countOf(rest, 'not compared', 'not compared'),
  ];
}

/** The most bars in one chart. */
const MOST_BARS = 8;

/** The first job descriptions, with all others combined into one. */
function folded<Figures>(
  jobs: readonly OfJob<Figures>[],
  sumOf: (jobs: readonly OfJob<Figures>[]) => Figures,
): readonly OfJob<Figures>[] {
  if (jobs.length <= MOST_BARS) return jobs;
  const rest = jobs.slice(MOST_BARS - 1);
  return [...jobs.slice(0, MOST_BARS - 1), { ...sumOf(rest), id: `${rest.length} others` }];
}

type UnitDisplay = Intl.NumberFormatOptions['unitDisplay'];

function unit(name: string, unitDisplay: UnitDisplay, maximumFractionDigits = 0): Intl.NumberFormat {
  return new Intl.NumberFormat(undefined, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits });
}

const seconds = unit('second', 'short');
const minutes = unit('minute', 'short', 1);
const wholeMinutes = unit('minute', 'short');
const hours = unit('hour', 'short');
const days = unit('day', 'short');
const shortMinutes = unit('minute', 'narrow');
const shortHours = unit('hour', 'narrow');
const shortDays = unit('day', 'narrow');

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** A duration given in minutes, in the system's language: `40 sec`, `12.5 min`, `2 hr 5 min`, `3 days 4 hr`. */
function formatDuration(length: number): string {
  if (length === 0) return minutes.format(0);
  if (length < 1) return seconds.format(length * 60);
  // 59.97 would be rounded to 60 min.
  if (length < MINUTES_PER_HOUR - 0.05) return minutes.format(length);
  if (length < MINUTES_PER_DAY) return twoUnits(Math.round(length), MINUTES_PER_HOUR, hours, wholeMinutes);
  return twoUnits(Math.round(length / MINUTES_PER_HOUR), 24, days, hours);
}

function twoUnits(
  small: number,
  perLarge: number,
  large: Intl.NumberFormat,
  rest: Intl.NumberFormat,
): string {
  const left = small % perLarge;
  const first = large.format(Math.floor(small / perLarge));
  return left === 0 ? first : `${first} ${rest.format(left)}`;
}

/** A round duration given in minutes, abbreviated: `15m`, `2h`, `4d`. */
function formatShortDuration(length: number): string {
  if (length < MINUTES_PER_HOUR) return shortMinutes.format(length);
  if (length < MINUTES_PER_DAY) return shortHours.format(length / MINUTES_PER_HOUR);
  return shortDays.format(length / MINUTES_PER_DAY);
}
