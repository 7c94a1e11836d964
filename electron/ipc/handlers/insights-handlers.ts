import { toCsv } from '../../../shared/csv.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { InsightsFilter, InsightsOverview, Outcomes } from '../../../shared/insights.ts';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import { offsetSpans, periodsOver } from '../../../shared/local-time.ts';
import { ok } from '../../../shared/result.ts';
import type { Stores } from '../../storage/storage.ts';
import type { HandlerContext } from './context.ts';

export function insightsHandlers({ stores, inWorkspace, exportFile }: HandlerContext): Handlers['insights'] {
  return {
    overview: inWorkspace(async (_open, { filter, workspaceId: id }) =>
      ok(await overview(stores, id, filter)),
    ),
    requests: inWorkspace(async (_open, { filter, workspaceId: id }) => {
      const completion = await stores.insights.completion(id, filter);
      return ok({ completion, ...(await stores.insights.callsPerRequest(id, filter)) });
    }),
    calls: inWorkspace(async (_open, { filter, workspaceId: id }) => {
      const span = await stores.insights.span(id, filter);
      // Calls follow acceptance; a day's margin covers clock differences.
      const offsets = offsetSpans((span?.first ?? Date.now()) - DAY_MS, Date.now() + DAY_MS);
      const durations = await stores.insights.callDurations(id, filter);
      const { statuses, hours } = await stores.insights.callCounts(id, filter, offsets);
      return ok({ calls: sum(statuses.map(({ count }) => count)), durations, statuses, hours });
    }),
    score: inWorkspace(async (_open, { filter, path, workspaceId: id }) =>
      ok(await stores.insights.score(id, filter, path)),
    ),
    agreement: inWorkspace(async (_open, { filter, workspaceId: id }) =>
      ok(await stores.insights.agreement(id, filter)),
    ),
    exportTable: inWorkspace(async (open, { title, headers, rows }) => {
      const count = rows.length;
      const name = `${open.workspace.name} ${title}.csv`;
      return ok({
        path: await exportFile({ what: 'insights', count }, name, toCsv([headers, ...rows])),
        count,
      });
    }),
  };
}

async function overview(stores: Stores, id: string, filter: InsightsFilter): Promise<InsightsOverview> {
  const span = await stores.insights.span(id, filter);
  const from = filter.from ?? span?.first ?? Date.now();
  // Without an end, up to now, or later if a wrong clock stored later times.
  const until = filter.until ?? Math.max(Date.now(), span?.last ?? 0) + 1;
  const { unit, edges } = periodsOver(from, until);
  const periods = await stores.insights.periods(id, filter, edges);
  const names = await stores.insights.names(id, filter);
  const of = (part: keyof Outcomes): number => sum(periods.map((period) => period[part]));
  const total = {
    submitted: of('submitted'),
    waiting: of('waiting'),
    needsDecision: of('needsDecision'),
    refused: of('refused'),
    accepted: of('accepted'),
    completed: of('completed'),
  };
  return { total, unit, periods, ...names };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
