import type { IdOutcomes, Outcomes } from '../../../shared/insights.ts';
import type { LibraryKind } from '../../../shared/library.ts';
import { useLibrary } from '../../api/library.ts';
import { BarList } from './charts/bar-list.tsx';
import { ChartCard } from './charts/chart-card.tsx';
import { Legend } from './charts/legend.tsx';
import { MOST_BARS } from './fold-rest.ts';
import { OUTCOME_HEADERS, OUTCOME_SERIES, outcomeCells, outcomeLines, outcomeParts } from './series.ts';

interface NameChartProps {
  readonly kind: LibraryKind;
  readonly title: string;
  readonly outcomes: readonly IdOutcomes[];
}

/** The outcomes of the submissions for each job description or questionnaire. */
export function NameChart({ kind, title, outcomes }: NameChartProps) {
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
