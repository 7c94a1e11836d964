import type { QueryClient } from '@tanstack/react-query';
import { api, queries, workspaceAccess } from './api.ts';
import { type RequestQuery, requestPageQuery } from './requests.ts';

// Starts when this module is evaluated, while the browser still loads the rest of the interface.
const state = api.app.state();
const answers = Promise.allSettled([
  state,
  api.settings.get(),
  state.then(({ currentWorkspace }) => currentWorkspace && firstPage(currentWorkspace.id)),
]);
let outdated = false;
const unsubscribe = window.callboard.onChange(() => {
  outdated = true;
});

/** How long the prefetched data counts as fresh, ms. Change notices invalidate it sooner. */
const FRESH_MS = 1000;

/**
 * Puts the prefetched data in the query cache, unless something has changed since. `query` is the list's initial query. Call
 * after {@link invalidateOnChange}, so that no change is missed.
 */
export async function seedPrefetchedQueries(client: QueryClient, query: RequestQuery): Promise<void> {
  const [state, settings, page] = await answers;
  unsubscribe();
  if (outdated) return;
  const fresh = { updatedAt: Date.now() + FRESH_MS };
  const seed = <Answer>(key: readonly unknown[], answer: PromiseSettledResult<Answer>): void => {
    if (answer.status === 'fulfilled') client.setQueryData(key, answer.value, fresh);
  };
  seed(queries.app.state().queryKey, state);
  seed(queries.settings.get().queryKey, settings);
  if (page.status === 'fulfilled' && page.value)
    client.setQueryData(requestPageQuery(page.value.workspace, query, 0).queryKey, page.value.rows, fresh);
}

/** The list's first page. The main process's default query equals the list's initial query. */
async function firstPage(workspaceId: string) {
  const workspace = workspaceAccess(workspaceId);
  return { workspace, rows: await workspace.api.requests.list({}) };
}
