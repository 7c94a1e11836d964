import { valueAt } from '../../../shared/assessment-paths.ts';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';
import { exportHandlers } from './export-handlers.ts';

const UNKNOWN = fail('request_not_tracked');

export function requestsHandlers(context: HandlerContext): Handlers['requests'] {
  const { workspaces, stores, inWorkspace, openInBrowser, onChange } = context;
  /** Says which requests are shown differently now; nothing where none is. */
  const changed = (workspaceId: string, ids: readonly string[]): void => {
    if (ids.length > MOST_NAMED) onChange({ topic: 'requests', workspaceId });
    else if (ids.length > 0) onChange({ topic: 'requests', workspaceId, ids });
  };
  /** Changes a few of them at a time; says which are different now, also where a step fails, and answers what each step did. */
  const changeInSteps = async <T, Changed>(
    workspaceId: string,
    all: readonly T[],
    step: (some: T[]) => Promise<readonly Changed[]>,
    idOf: (changed: Changed) => string,
  ): Promise<Changed[]> => {
    const done: Changed[] = [];
    try {
      for (let at = 0; at < all.length; at += CHANGED_AT_A_TIME)
        for (const each of await step(all.slice(at, at + CHANGED_AT_A_TIME))) done.push(each);
      return done;
    } finally {
      changed(workspaceId, done.map(idOf));
    }
  };
  const openLink = async (address: string): Promise<Result<null>> => {
    if (URL.parse(address)?.protocol !== 'https:') {
      return fail('link_not_secure');
    }
    await openInBrowser(address);
    return ok(null);
  };
  return {
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
    seen: inWorkspace(async (_open, { workspaceId: id, ...selection }) => {
      const selected = await stores.annotations.selected(id, selection);
      const step = (ids: readonly string[]) => stores.annotations.seen(id, ids);
      const seen = await changeInSteps(id, selected, step, (requestId) => requestId);
      return ok({ changed: seen.length });
    }),
    annotate: inWorkspace(async (_open, { selection, change, workspaceId: id }) => {
      const selected = await stores.annotations.selected(id, selection);
      const now = Date.now();
      const step = (ids: readonly string[]) => stores.annotations.annotate(id, ids, change, now);
      return ok(await changeInSteps(id, selected, step, ({ requestId }) => requestId));
    }),
    restore: inWorkspace(async (_open, { annotations, workspaceId: id }) => {
      const now = Date.now();
      const step = (some: typeof annotations) => stores.annotations.restore(id, some, now);
      const restored = await changeInSteps(id, annotations, step, (requestId) => requestId);
      return ok({ changed: restored.length });
    }),
    setNotes: inWorkspace(async (_open, { requestId, notes, workspaceId: id }) => {
      if (!(await stores.annotations.setNotes(id, requestId, notes, Date.now()))) return UNKNOWN;
      changed(id, [requestId]);
      return ok(null);
    }),
    openResume: inWorkspace(async (_open, { requestId, workspaceId: id }) => {
      const detail = await stores.requests.detail(id, requestId);
      return detail ? openLink(detail.resumeUrl) : UNKNOWN;
    }),
    openResultLink: inWorkspace(async (_open, { requestId, path, workspaceId: id }) => {
      const detail = await stores.requests.detail(id, requestId);
      if (!detail) return UNKNOWN;
      const link = valueAt(detail.assessmentResults, path);
      return typeof link === 'string' ? openLink(link.trim()) : fail('link_not_in_results');
    }),
  };
}

/** Storage changes so many within 50 ms; what else was asked of it has its turn before the next. */
const CHANGED_AT_A_TIME = 200;

/** A notice names no more requests than this: beyond, everything is asked for anew. */
const MOST_NAMED = 1000;
