import type { Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import { requestsToCsv } from '../../tracking/requests-to-csv.ts';
import type { HandlerContext } from './context.ts';

/** Rows asked from the store at a time while a file is made. */
const EXPORT_PAGE = 400;

export function requestsHandlers({
  stores,
  inWorkspace,
  saveFile,
  openInBrowser,
}: HandlerContext): Handlers['requests'] {
  return {
    list: (query) =>
      inWorkspace(async (_open, id) => ok(await stores.requests.page({ workspaceId: id, ...query }))),
    statuses: () => inWorkspace(async (_open, id) => ok(await stores.requests.statuses(id))),
    get: ({ requestId }) =>
      inWorkspace(async (_open, id) => {
        const detail = await stores.requests.detail(id, requestId);
        return detail ? ok(detail) : fail('not_found', 'This workspace tracks no request of this ID.');
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
    openResume: ({ requestId }) =>
      inWorkspace(async (_open, id) => {
        const detail = await stores.requests.detail(id, requestId);
        if (!detail) return fail('not_found', 'This workspace tracks no request of this ID.');
        if (URL.parse(detail.resumeUrl)?.protocol !== 'https:') {
          return fail('not_secure', 'Callboard opens only https links.', {
            nextStep: 'Copy the link and open it yourself if you trust it.',
          });
        }
        await openInBrowser(detail.resumeUrl);
        return ok(null);
      }),
    exportCsv: (filter) =>
      inWorkspace(async (open, id) => {
        const rows = await everyRow((offset) =>
          stores.requests.page({
            workspaceId: id,
            ...filter,
            sort: 'updated',
            descending: true,
            offset,
            limit: EXPORT_PAGE,
          }),
        );
        const day = new Date().toISOString().slice(0, 10);
        const path = await saveFile(`${open.workspace.name} requests ${day}.csv`, requestsToCsv(rows));
        return ok({ path, count: rows.length });
      }),
  };
}

async function everyRow<Row>(page: (offset: number) => Promise<{ rows: readonly Row[] }>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const next = await page(rows.length);
    rows.push(...next.rows);
    if (next.rows.length < EXPORT_PAGE) return rows;
  }
}
