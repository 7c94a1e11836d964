import { valueAt } from '../../../shared/assessment-paths.ts';
import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../../shared/result.ts';
import type { HandlerContext } from './context.ts';
import { exportHandlers } from './export-handlers.ts';

const UNKNOWN = fail('not_found', 'This workspace tracks no request of this ID.', {
  nextStep: 'It may belong to another workspace: switch to that one and open it again.',
});

export function requestsHandlers(context: HandlerContext): Handlers['requests'] {
  const { stores, inWorkspace, openInBrowser, onChange } = context;
  /** Says which requests are shown differently now; nothing where none is. */
  const changed = (ids: readonly string[]): void => {
    if (ids.length > MOST_NAMED) onChange('requests');
    else if (ids.length > 0) onChange('requests', ids);
  };
  const openLink = async (address: string): Promise<Result<null>> => {
    if (URL.parse(address)?.protocol !== 'https:') {
      return fail('not_secure', 'Callboard opens only https links.', {
        nextStep: 'Copy the link and open it yourself if you trust it.',
      });
    }
    await openInBrowser(address);
    return ok(null);
  };
  return {
    ...exportHandlers(context),
    list: (query) =>
      inWorkspace(async (_open, workspaceId) => ok(await stores.requests.page({ workspaceId, ...query }))),
    rows: ({ requestIds }) =>
      inWorkspace(async (_open, id) => ok(await stores.requests.rows(id, requestIds))),
    filterValues: () => inWorkspace(async (_open, id) => ok(await stores.requests.filterValues(id))),
    hiddenBy: ({ filter }) =>
      inWorkspace(async (_open, id) => ok(await stores.requests.hiddenBy(id, filter))),
    place: ({ requestId, ...query }) =>
      inWorkspace(async (_open, workspaceId) =>
        ok((await stores.requests.place({ workspaceId, ...query }, requestId)) ?? null),
      ),
    get: ({ requestId }) =>
      inWorkspace(async (_open, id) => {
        const detail = await stores.requests.detail(id, requestId);
        return detail ? ok(detail) : UNKNOWN;
      }),
    refresh: ({ requestIds }) =>
      inWorkspace(async (open) => {
        const done = await open.tracker.refreshNow(requestIds);
        return done
          ? ok(done)
          : fail('sign_in_needed', 'Sign in first: the status is read from the service.');
      }),
    onScreen: ({ requestIds }) =>
      inWorkspace(async (open) => {
        open.tracker.showing(requestIds);
        return ok(null);
      }),
    seen: (selection) =>
      inWorkspace(async (_open, id) => {
        const ids = await stores.annotations.seen(id, selection);
        changed(ids);
        return ok({ changed: ids.length });
      }),
    annotate: ({ selection, change }) =>
      inWorkspace(async (_open, id) => {
        const before = await stores.annotations.annotate(id, selection, change, Date.now());
        changed(before.map(({ requestId }) => requestId));
        return ok(before);
      }),
    restore: ({ annotations }) =>
      inWorkspace(async (_open, id) => {
        const ids = await stores.annotations.restore(id, annotations, Date.now());
        changed(ids);
        return ok({ changed: ids.length });
      }),
    setNotes: ({ requestId, notes }) =>
      inWorkspace(async (_open, id) => {
        if (!(await stores.annotations.setNotes(id, requestId, notes, Date.now()))) return UNKNOWN;
        changed([requestId]);
        return ok(null);
      }),
    openResume: ({ requestId }) =>
      inWorkspace(async (_open, id) => {
        const detail = await stores.requests.detail(id, requestId);
        return detail ? openLink(detail.resumeUrl) : UNKNOWN;
      }),
    openResultLink: ({ requestId, path }) =>
      inWorkspace(async (_open, id) => {
        const detail = await stores.requests.detail(id, requestId);
        if (!detail) return UNKNOWN;
        const link = valueAt(detail.assessmentResults, path);
        return typeof link === 'string'
          ? openLink(link.trim())
          : fail('not_found', 'The results do not hold this link any more.');
      }),
  };
}

/** A notice names no more requests than this: beyond, everything is asked for anew. */
const MOST_NAMED = 1000;
