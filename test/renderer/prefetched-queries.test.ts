import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryKeys, type RequestQuery, workspaceKeys } from '../../renderer/api/query-keys.ts';
import { NO_FILTER } from '../../shared/no-filter.ts';

const QUERY: RequestQuery = { filter: NO_FILTER, sort: 'updated', descending: true };
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
  expect(client.getQueryData(queryKeys.app)).toEqual(STATE);
  expect(client.getQueryData(queryKeys.settings)).toEqual({ colorScheme: 'dark' });
  const first = workspaceKeys('w1').requestPage(QUERY, 0);
  expect(client.getQueryData(first)).toEqual(PAGE);
  expect(client.getQueryState(first)?.dataUpdatedAt).toBeGreaterThan(Date.now());
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
  expect(client.getQueryData(workspaceKeys('w1').requestPage(QUERY, 0))).toBeUndefined();
  expect(client.getQueryData(queryKeys.app)).toEqual(STATE);
});
