import { toCsv } from '../../../shared/csv.ts';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import { ok } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';

export function insightsHandlers({ stores, inWorkspace, exportFile }: HandlerContext): Handlers['insights'] {
  const { insights } = stores;
  return {
    funnel: inWorkspace(async (_open, { filter, workspaceId }) =>
      ok(await insights.funnel(workspaceId, filter)),
    ),
    times: inWorkspace(async (_open, { filter, workspaceId }) => {
      const firstCall = await insights.firstCall(workspaceId, filter);
      return ok({ firstCall, assessment: await insights.assessment(workspaceId, filter) });
    }),
    hours: inWorkspace(async (_open, { filter, workspaceId }) =>
      ok(await insights.hours(workspaceId, filter)),
    ),
    agreement: inWorkspace(async (_open, { filter, workspaceId }) =>
      ok(await insights.agreement(workspaceId, filter)),
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
