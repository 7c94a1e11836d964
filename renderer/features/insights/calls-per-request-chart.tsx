import type { InsightsRequests } from '../../../shared/insights.ts';
import { countOf } from '../../parts/text/count-of.ts';
import { ChartCard } from './charts/chart-card.tsx';
import { ColumnChart } from './charts/column-chart.tsx';
import { formatShare } from './format-figures.ts';
import { ONE_SERIES } from './series.ts';

/** The last column counts requests with this many calls or more, as the store does. */
const MOST_CALLS = 8;

/** A histogram of calls per request. */
export function CallsPerRequestChart({ callsPerRequest }: Pick<InsightsRequests, 'callsPerRequest'>) {
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
