import type { QueryClient } from '@tanstack/react-query';
import { api } from './api.ts';
import { queryKeys, type RequestQuery } from './query-keys.ts';
import { workspaceAccess } from './workspace.ts';

// Asked when this module is evaluated, before the rest of the interface is: the answers are there when it can draw.
const state = api.app.state();
const answers = Promise.allSettled([
  state,
  api.settings.get(),
  // What the list of requests opens with is what is answered to one who names no wishes.
  state.then(({ currentWorkspace }) => currentWorkspace && firstPage(currentWorkspace.id)),
]);
let outdated = false;
const stopListening = window.callboard.onChange(() => {
  outdated = true;
});

/** For so long what was answered needs not be asked again, ms: it was asked a moment ago, and changes are told. */
const FRESH_MS = 1000;

/**
 * Hands over what was asked at the start, where it was answered and nothing has changed since; `query` is what the list
 * of requests opens with. To be called while changes are already followed.
 */
export async function seedPrefetchedQueries(client: QueryClient, query: RequestQuery): Promise<void> {
  const [state, settings, page] = await answers;
  stopListening();
  if (outdated) return;
  const fresh = { updatedAt: Date.now() + FRESH_MS };
  const keep = <Answer>(key: readonly unknown[], answer: PromiseSettledResult<Answer>): void => {
    if (answer.status === 'fulfilled') client.setQueryData(key, answer.value, fresh);
  };
  keep(queryKeys.app, state);
  keep(queryKeys.settings, settings);
  if (page.status === 'fulfilled' && page.value)
    client.setQueryData(page.value.keys.requestPage(query, 0), page.value.rows, fresh);
}

async function firstPage(workspaceId: string) {
  const { api, keys } = workspaceAccess(workspaceId);
  return { keys, rows: await api.requests.list({}) };
}
