import type { AgreementCounts } from '../../../shared/insights.ts';
import { formatNumber } from '../../parts/text/count-of.ts';
import { BarList } from './charts/bar-list.tsx';
import { ChartCard } from './charts/chart-card.tsx';
import { formatShare } from './format-figures.ts';
import { ONE_SERIES } from './series.ts';

const TITLE = 'Verdicts changed after the results';

export const NO_VERDICT_BEFORE = 'No verdict was given before the results in this period.';

const DEFINITION =
  'Of the same verdicts as the agreement: what each is now that the results can be seen. The service’s view is the half of the scale in which the headline is: the better one counts as a yes, the worse one as a no. A change isn’t compared if the Library doesn’t say which values of the headline are better.';

/** What became of the verdicts that were given before the results, from kept to removed. */
export function ChangedVerdicts({ counts }: { counts: AgreementCounts }) {
  const { judged } = counts;
  const changes = changesOf(counts).filter(({ count }) => count > 0);
  return (
    <ChartCard
      title={TITLE}
      hint="What verdicts given before the results are now"
      definition={DEFINITION}
      empty={judged === 0 ? NO_VERDICT_BEFORE : null}
      table={{
        headers: ['Verdict', 'Number', 'Share'],
        rows: changes.map(({ name, count }) => [name, count, formatShare(count, judged)]),
      }}
    >
      <BarList
        label={TITLE}
        series={ONE_SERIES}
        wrap
        bars={changes.map(({ name, count }) => ({
          key: name,
          name,
          parts: [count],
          lines: [formatNumber(count), formatShare(count, judged)],
        }))}
      />
    </ChartCard>
  );
}

function changesOf({ judged, kept, towards, away, maybe, removed }: AgreementCounts) {
  return [
    { name: 'Kept', count: kept },
    { name: 'Changed, now agrees with the service', count: towards },
    { name: 'Changed, now differs from the service', count: away },
    { name: 'Changed to maybe', count: maybe },
    {
      name: 'Changed, not compared with the service',
      count: judged - kept - towards - away - maybe - removed,
    },
    { name: 'Removed', count: removed },
  ];
}
