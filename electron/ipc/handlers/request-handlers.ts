import { valueAt } from '../../../shared/assessment-paths.ts';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import { annotationHandlers } from './annotation-handlers.ts';
import type { HandlerContext } from './context.ts';
import { exportHandlers } from './export-handlers.ts';
import { openLink } from './open-link.ts';

const UNKNOWN = fail('request_not_tracked');

export function requestsHandlers(context: HandlerContext): Handlers['requests'] {
  const { workspaces, stores, inWorkspace } = context;
  return {
    ...annotationHandlers(context),
    ...exportHandlers(context),
    list: inWorkspace(async (_open, query) => ok(await stores.requests.page(query))),
    rows: inWorkspace(async (_open, { requestIds, workspaceId: id }) =>
      ok(await stores.requests.rows(id, requestIds)),
    ),
    filterValues: inWorkspace(async (_open, { workspaceId: id }) =>
      ok(await stores.requests.filterValues(id)),
    ),
    hiddenBy: inWorkspace(async (_open, { filter, workspaceId: id }) =>
      ok(await stores.requests.hiddenBy(id, filter)),
    ),
    place: inWorkspace(async (_open, { workspaceId, requestId, ...query }) =>
      ok((await stores.requests.place({ workspaceId, ...query }, requestId)) ?? null),
    ),
    get: inWorkspace(async (_open, { requestId, workspaceId: id }) => {
      const detail = await stores.requests.detail(id, requestId);
      return detail ? ok(detail) : UNKNOWN;
    }),
    workspacesOf: async ({ requestId }) => {
      const ids = [...workspaces.open.all].map(({ workspace }) => workspace.id);
      const tracked = await Promise.all(ids.map((id) => stores.requests.rows(id, [requestId])));
      return ok(ids.filter((_, at) => tracked[at]?.length === 1));
    },
    refresh: inWorkspace(async (open, { requestIds }) => {
      const done = await open.tracker.refreshNow(requestIds);
      return done ? ok(done) : fail('sign_in_to_read_status');
    }),
    onScreen: inWorkspace(async (open, { requestIds }) => {
      open.tracker.showing(requestIds);
      return ok(null);
    }),
    openResume: inWorkspace(async (_open, { requestId, workspaceId: id }) => {
      const detail = await stores.requests.detail(id, requestId);
      return detail ? openLink(context, detail.resumeUrl) : UNKNOWN;
    }),
    openResultLink: inWorkspace(async (_open, { requestId, path, workspaceId: id }) => {
      const detail = await stores.requests.detail(id, requestId);
      if (!detail) return UNKNOWN;
      const link = valueAt(detail.assessmentResults, path);
      return typeof link === 'string' ? openLink(context, link.trim()) : fail('link_not_in_results');
    }),
  };
}
