import { valueAt } from '../../shared/assessment-paths.ts';
import { toCsv } from '../../shared/csv.ts';
import type { Handlers } from '../../shared/ipc/contract.ts';
import { CodedError } from '../../shared/result.ts';
import { exportHandlers } from './export-handlers.ts';
import type { HandlerContext } from './handlers.ts';
import { openLink } from './submission-handlers.ts';

export function requestsHandlers(context: HandlerContext): Handlers['requests'] {
  const { workspaces, stores, inWorkspace } = context;
  return {
    ...annotationHandlers(context),
    ...exportHandlers(context),
    list: inWorkspace((_open, query) => stores.requests.page(query)),
    rows: inWorkspace((_open, { requestIds, workspaceId: id }) => stores.requests.rows(id, requestIds)),
    filterValues: inWorkspace((_open, { workspaceId: id }) => stores.requests.filterValues(id)),
    today: inWorkspace((_open, { since, workspaceId: id }) => stores.requests.today(id, since)),
    hiddenBy: inWorkspace((_open, { filter, workspaceId: id }) => stores.requests.hiddenBy(id, filter)),
    place: inWorkspace(
      async (_open, { workspaceId, requestId, ...query }) =>
        (await stores.requests.place({ workspaceId, ...query }, requestId)) ?? null,
    ),
    get: inWorkspace(async (_open, { requestId, workspaceId: id }) => {
      const detail = await stores.requests.detail(id, requestId);
      if (!detail) throw new CodedError('request_not_tracked');
      return detail;
    }),
    workspacesOf: async ({ requestId }) => {
      const ids = [...workspaces.open.all].map(({ workspace }) => workspace.id);
      const tracked = await Promise.all(ids.map((id) => stores.requests.rows(id, [requestId])));
      return ids.filter((_, at) => tracked[at]?.length === 1);
    },
    refresh: inWorkspace(async (open, { requestIds }) => {
      const done = await open.tracker.refreshNow(requestIds);
      if (!done) throw new CodedError('sign_in_to_read_status');
      return done;
    }),
    onScreen: inWorkspace(async (open, { requestIds }) => {
      open.tracker.showing(requestIds);
    }),
    openResume: inWorkspace(async (_open, { requestId, workspaceId: id }) => {
      const detail = await stores.requests.detail(id, requestId);
      if (!detail) throw new CodedError('request_not_tracked');
      await openLink(context, detail.resumeUrl);
    }),
    openResultLink: inWorkspace(async (_open, { requestId, path, workspaceId: id }) => {
      const detail = await stores.requests.detail(id, requestId);
      if (!detail) throw new CodedError('request_not_tracked');
      const link = valueAt(detail.assessmentResults, path);
      if (typeof link !== 'string') throw new CodedError('link_not_in_results');
      await openLink(context, link.trim());
    }),
  };
}

type AnnotationHandlers = Pick<Handlers['requests'], 'seen' | 'annotate' | 'restore' | 'setNotes'>;

/** Storage changes this many requests within 50 ms and can serve other operations between two batches. */
const BATCH_SIZE = 200;

/** A change notice lists at most this many ids; beyond that the page refetches everything. */
const MAX_IDS = 1000;

/** A recruiter's marks on tracked requests. */
function annotationHandlers({ stores, inWorkspace, onChange, account }: HandlerContext): AnnotationHandlers {
  const notify = (workspaceId: string, ids: readonly string[]): void => {
    if (ids.length > MAX_IDS) onChange({ topic: 'requests', workspaceId });
    else if (ids.length > 0) onChange({ topic: 'requests', workspaceId, ids });
  };
  /** Applies a change in batches and returns what changed. Sends a notice of completed batches even if one fails. */
  const changeInBatches = async <T, Changed>(
    workspaceId: string,
    all: readonly T[],
    change: (batch: T[]) => Promise<readonly Changed[]>,
    idOf: (changed: Changed) => string,
  ): Promise<Changed[]> => {
    const done: Changed[] = [];
    try {
      for (let at = 0; at < all.length; at += BATCH_SIZE)
        for (const changed of await change(all.slice(at, at + BATCH_SIZE))) done.push(changed);
      return done;
    } finally {
      notify(workspaceId, done.map(idOf));
    }
  };
  return {
    seen: inWorkspace(async (_open, { workspaceId: id, ...selection }) => {
      const selected = await stores.annotations.selected(id, selection);
      const change = (ids: readonly string[]) => stores.annotations.seen(id, ids);
      const seen = await changeInBatches(id, selected, change, (requestId) => requestId);
      return { changed: seen.length };
    }),
    annotate: inWorkspace(async (_open, { selection, change: annotation, workspaceId: id }) => {
      const { verdict = 'none', reason } = annotation;
      if (verdict !== 'none' && reason === undefined && (await stores.rules.coversResults(id))) {
        throw new CodedError('verdict_needs_reason');
      }
      const selected = await stores.annotations.selected(id, selection);
      const now = Date.now();
      const change = (ids: readonly string[]) =>
        stores.annotations.annotate(id, ids, annotation, now, account);
      return changeInBatches(id, selected, change, ({ requestId }) => requestId);
    }),
    restore: inWorkspace(async (_open, { annotations, workspaceId: id }) => {
      const now = Date.now();
      const change = (batch: typeof annotations) => stores.annotations.restore(id, batch, now, account);
      const restored = await changeInBatches(id, annotations, change, (requestId) => requestId);
      return { changed: restored.length };
    }),
    setNotes: inWorkspace(async (_open, { requestId, notes, workspaceId: id }) => {
      if (!(await stores.annotations.setNotes(id, requestId, notes, Date.now()))) {
        throw new CodedError('request_not_tracked');
      }
      notify(id, [requestId]);
    }),
  };
}

export function viewsHandlers({ stores, inWorkspace, onChange }: HandlerContext): Handlers['views'] {
  return {
    list: inWorkspace((_open, { workspaceId: id }) => stores.views.list(id)),
    save: inWorkspace(async (_open, { workspaceId: id, ...view }) => {
      const saved = await stores.views.save(id, view, Date.now());
      if (!saved) throw new CodedError('view_removed');
      onChange({ topic: 'requests', workspaceId: id });
      return saved;
    }),
    remove: inWorkspace(async (_open, { id: viewId, workspaceId: id }) => {
      await stores.views.remove(id, viewId);
      onChange({ topic: 'requests', workspaceId: id });
    }),
  };
}

/** Result fields pinned as columns of the request list. */
export function pinsHandlers({ stores, inWorkspace, onChange }: HandlerContext): Handlers['pins'] {
  return {
    list: inWorkspace((_open, { workspaceId: id }) => stores.pins.list(id)),
    reading: inWorkspace((_open, { workspaceId: id }) => stores.pins.reading(id)),
    pin: inWorkspace(async (open, { workspaceId: id, ...field }) => {
      const pins = await stores.pins.pin(id, field);
      open.results.wake();
      onChange({ topic: 'requests', workspaceId: id });
      return pins;
    }),
    unpin: inWorkspace(async (open, { path, workspaceId: id }) => {
      const pins = await stores.pins.unpin(id, path);
      open.results.wake();
      onChange({ topic: 'requests', workspaceId: id });
      return pins;
    }),
  };
}

export function insightsHandlers({ stores, inWorkspace, exportFile }: HandlerContext): Handlers['insights'] {
  const { insights } = stores;
  return {
    funnel: inWorkspace((_open, { filter, workspaceId }) => insights.funnel(workspaceId, filter)),
    times: inWorkspace(async (_open, { filter, workspaceId }) => {
      const firstCall = await insights.firstCall(workspaceId, filter);
      return { firstCall, assessment: await insights.assessment(workspaceId, filter) };
    }),
    hours: inWorkspace((_open, { filter, workspaceId }) => insights.hours(workspaceId, filter)),
    agreement: inWorkspace((_open, { filter, workspaceId }) => insights.agreement(workspaceId, filter)),
    exportTable: inWorkspace(async (open, { title, headers, rows }) => {
      const count = rows.length;
      const name = `${open.workspace.name} ${title}.csv`;
      return {
        path: await exportFile({ what: 'insights', count }, name, toCsv([headers, ...rows])),
        count,
      };
    }),
  };
}
