import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { queries, workspaceAccess } from '../../renderer/api/api.ts';
import { type RequestQuery, requestPageQuery } from '../../renderer/api/requests.ts';
import { NO_FILTER } from '../../shared/request-filter.ts';

const QUERY: RequestQuery = { filter: NO_FILTER, sort: 'updated', descending: true };
const FIRST_PAGE = requestPageQuery(workspaceAccess('w1'), QUERY, 0).queryKey;
const STATE = { version: '1.0.0', currentWorkspace: { id: 'w1' } };
const PAGE = { rows: [], total: 3, all: 3 };

const listeners = new Set<() => void>();
/** Answers of the main process by channel. */
let answers: Readonly<Record<string, unknown>>;

beforeEach(() => {
  vi.resetModules();
  listeners.clear();
  answers = {
    'app.state': { ok: true, value: STATE },
    'settings.get': { ok: true, value: { colorScheme: 'dark' } },
    'requests.list': { ok: true, value: PAGE },
  };
  vi.stubGlobal('window', {
    callboard: {
      call: async (channel: string) => answers[channel],
      onChange: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
});

/** Evaluates the module, which starts the prefetch. */
async function prefetch() {
  const { seedPrefetchedQueries } = await import('../../renderer/api/prefetched-queries.ts');
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 0 } } });
  return { client, seed: () => seedPrefetchedQueries(client, QUERY) };
}

test('prefetched data is in the cache and fresh, and the change listener is removed', async () => {
  const { client, seed } = await prefetch();
  await seed();
  expect(client.getQueryData(queries.app.state().queryKey)).toEqual(STATE);
  expect(client.getQueryData(queries.settings.get().queryKey)).toEqual({ colorScheme: 'dark' });
  expect(client.getQueryData(FIRST_PAGE)).toEqual(PAGE);
  expect(client.getQueryState(FIRST_PAGE)?.dataUpdatedAt).toBeGreaterThan(Date.now());
  expect(listeners.size).toBe(0);
});

test('a change during the prefetch discards all of it', async () => {
  const { client, seed } = await prefetch();
  for (const listener of listeners) listener();
  await seed();
  expect(client.getQueryCache().getAll()).toEqual([]);
});

test('a failed prefetch leaves its query empty and seeds the others', async () => {
  const failure = { ok: false, error: { code: 'damaged_database', values: null } };
  answers = { ...answers, 'requests.list': failure };
  const { client, seed } = await prefetch();
  await seed();
  expect(client.getQueryData(FIRST_PAGE)).toBeUndefined();
  expect(client.getQueryData(queries.app.state().queryKey)).toEqual(STATE);
});
