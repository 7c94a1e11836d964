import { Skeleton } from '@mantine/core';
import type { PinnedField } from '../../../shared/assessment.ts';
import { scaleWords } from '../../../shared/described-field.ts';
import type { InsightsFilter } from '../../../shared/insights.ts';
import type { BackfillProgress } from '../../../shared/backfill-progress.ts';
import { useInsightsScore } from '../../api/insights.ts';
import { useResultsReading } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { CountChart } from './count-chart.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { formatDecimal } from './format-figures.ts';

const NONE = 'No result has this field yet.';

/** How the values of one pinned field of the assessment results lie. */
export function ScoreChart({ field, filter }: { field: PinnedField; filter: InsightsFilter }) {
  const { data, error, refetch } = useInsightsScore(filter, field.path);
  const reading = useResultsReading().data;
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={286} radius="md" />;
  if (data === null) return null;
  const unread = reading?.paths.includes(field.path) ? reading : null;
  if (!data.distribution || !data.scale) {
    return (
      <CountChart
        title={field.label}
        hint={unread ? unreadWords(unread) : 'Pinned result, as it was sent'}
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
      hint={unread ? unreadWords(unread) : `Pinned result, ${scaleWords(scale)}`}
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
  return `Not complete yet: ${countOf(read, 'request')} of ${formatNumber(of)} are read`;
}

/** On a scale the last span ends with the scale. */
function closedAt<D extends { readonly bins: readonly { readonly to: number | null }[] }>(
  distribution: D,
  end: number,
): D {
  return { ...distribution, bins: distribution.bins.map((bin) => ({ ...bin, to: bin.to ?? end })) };
}
