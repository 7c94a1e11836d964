import { join } from 'node:path';
import type { RequestPage } from '../../../shared/ipc/request-calls.ts';
import type { RequestSort } from '../../../shared/request.ts';
import { NO_FILTER, type RequestFilter } from '../../../shared/request-filter.ts';
import { loadApp, STORAGE_WORKER } from '../built-app.ts';

/** The workspace of the data sets. */
export const WORKSPACE = 'team-acme';
/** Rows of a page, as the grid asks for them. */
export const PAGE = 100;

/** What the list of requests can be asked for. */
export interface List {
  readonly filter?: Partial<RequestFilter>;
  readonly sort: RequestSort;
  readonly descending: boolean;
}

export type Stores = Awaited<ReturnType<typeof openHistoryStorage>>['stores'];

/** The app's storage, worker and all, on a user-data folder. */
export async function openHistoryStorage(userData: string) {
  const { openStorage } = await loadApp();
  return openStorage(join(userData, 'callboard.db'), STORAGE_WORKER);
}

/** The page of a list that begins at `offset`, with how many match: what the window asks storage for. */
export function pageOf(stores: Stores, { filter, sort, descending }: List, offset = 0): Promise<RequestPage> {
  return stores.requests.page({
    workspaceId: WORKSPACE,
    filter: { ...NO_FILTER, ...filter },
    sort,
    descending,
    offset,
    limit: PAGE,
  });
}

/** How long something takes, ms. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
