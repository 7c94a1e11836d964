import type { AgreementCounts, InsightsFilter } from '../../../shared/insights.ts';
import type { LibraryKind } from '../../../shared/library.ts';
import { useInsightsAgreement } from '../../api/insights.ts';
import { useLibrary } from '../../api/library.ts';
import { useRules } from '../../api/rules.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { ChangedVerdicts, NO_VERDICT_BEFORE } from './changed-verdicts.tsx';
import { BarList } from './charts/bar-list.tsx';
import { ChartCard } from './charts/chart-card.tsx';
import { Legend } from './charts/legend.tsx';
import type { Series } from './charts/series.ts';
import { MOST_BARS } from './fold-rest.ts';

const DEFINITION =
  'Of requests whose results had never been in view when their first verdict with a reason was given: covered, or not there yet. They agree if a yes meets a headline in the better half of its scale, or a no one in the worse half. Nothing is compared for a maybe, and where the Library doesn’t say which values of the headline are better.';

const SERIES: readonly Series[] = [
  { name: 'Agree', tone: 'solid' },
  { name: 'Differ', tone: 'striped' },
  { name: 'Not compared', tone: 'hollow' },
];

/** How often people and the service agree; nothing in a workspace where no verdict ever came first. */
export function AgreementCharts({ filter }: { filter: InsightsFilter }) {
  const { data, error, refetch } = useInsightsAgreement(filter);
  const isOn = useRules().data?.verdictFirst.on ?? false;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data || (!isOn && data.total.judged + data.leftOut === 0)) return null;
  const hint = hintOf(data.leftOut);
  return (
    <>
      <AgreementChart
        title="Agreement by job description"
        kind="job_description"
        groups={data.jobs}
        hint={hint}
      />
      <AgreementChart
        title="Agreement by questionnaire"
        kind="questionnaire"
        groups={data.questionnaires}
        hint={hint}
      />
      <ChangedVerdicts counts={data.total} />
    </>
  );
}

type Compared = Pick<AgreementCounts, 'judged' | 'agree' | 'differ'>;

interface Group extends AgreementCounts {
  readonly id: string;
}

interface AgreementChartProps {
  readonly title: string;
  readonly kind: LibraryKind;
  readonly groups: readonly Group[];
  readonly hint: string;
}

function hintOf(leftOut: number): string {
  const leaving = leftOut === 0 ? '' : `; ${formatNumber(leftOut)} on results seen before left out`;
  return `Verdicts given before the results${leaving}`;
}

function AgreementChart({ title, kind, groups, hint }: AgreementChartProps) {
  const names = new Map(
    (useLibrary().data ?? [])
      .filter((entry) => entry.kind === kind && entry.name !== '')
      .map(({ serviceId, name }) => [serviceId, name]),
  );
  return (
    <ChartCard
      title={title}
      hint={hint}
      definition={DEFINITION}
      empty={groups.length === 0 ? NO_VERDICT_BEFORE : null}
      table={{
        headers: ['Name', 'ID', 'Agree', 'Differ', 'Not compared'],
        rows: groups.map((each) => [names.get(each.id) ?? '', each.id, ...partsOf(each)]),
      }}
    >
      <Legend series={SERIES} />
      <BarList
        label={title}
        series={SERIES}
        bars={folded(groups).map((each) => ({
          key: each.id,
          name: names.get(each.id) ?? each.id,
          parts: partsOf(each),
          lines: linesOf(each),
        }))}
      />
    </ChartCard>
  );
}

function partsOf({ judged, agree, differ }: Compared): readonly number[] {
  return [agree, differ, judged - agree - differ];
}

function linesOf(counts: Compared): readonly string[] {
  const [agree = 0, differ = 0, rest = 0] = partsOf(counts);
  return [
    countOf(agree, 'agrees', 'agree'),
    countOf(differ, 'differs', 'differ'),
    countOf(rest, 'not compared', 'not compared'),
  ];
}

/** The first ones, which have the most verdicts, with all others combined into one. */
function folded(groups: readonly Group[]): readonly (Compared & Pick<Group, 'id'>)[] {
  if (groups.length <= MOST_BARS) return groups;
  const rest = groups.slice(MOST_BARS - 1);
  const sum = (part: 'judged' | 'agree' | 'differ'): number =>
    rest.reduce((total, each) => total + each[part], 0);
  const others = {
    id: `${rest.length} others`,
    judged: sum('judged'),
    agree: sum('agree'),
    differ: sum('differ'),
  };
  return [...groups.slice(0, MOST_BARS - 1), others];
}
