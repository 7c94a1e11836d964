import { Skeleton } from '@mantine/core';
import type { PinnedField } from '../../../shared/assessment.ts';
import type { BackfillProgress } from '../../../shared/backfill-progress.ts';
import { scaleWords } from '../../../shared/described-field.ts';
import type { InsightsFilter } from '../../../shared/insights.ts';
import { useInsightsScore } from '../../api/insights.ts';
import { useBackfillProgress } from '../../api/requests.ts';
import { ErrorNotice } from '../../parts/notice/error-notice.tsx';
import { countOf, formatNumber } from '../../parts/text/count-of.ts';
import { CountChart } from './count-chart.tsx';
import { DistributionChart } from './distribution-chart.tsx';
import { formatDecimal } from './format-figures.ts';

const NONE = 'No result has this field yet.';

/** The distribution of a pinned field's values. */
export function ScoreChart({ field, filter }: { field: PinnedField; filter: InsightsFilter }) {
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
