import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryKeys, type RequestQuery, workspaceKeys } from '../../renderer/api/query-keys.ts';
import { NO_FILTER } from '../../shared/no-filter.ts';

const QUERY: RequestQuery = { filter: NO_FILTER, sort: 'updated', descending: true };
const STATE = { version: '1.0.0', currentWorkspace: { id: 'w1' } };
const PAGE = { rows: [], total: 3, all: 3 };

const listeners = new Set<() => void>();
/** What the main process answers, by channel; what is not there never is. */
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

/** Opens a page: what it asks first is asked. */
async function opened() {
  const { seedPrefetchedQueries } = await import('../../renderer/api/prefetched-queries.ts');
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 0 } } });
  return { client, take: () => seedPrefetchedQueries(client, QUERY) };
}

test('what the page asked first is there for who asks for it, and need not be asked again', async () => {
  const { client, take } = await opened();
  await take();
  expect(client.getQueryData(queryKeys.app)).toEqual(STATE);
  expect(client.getQueryData(queryKeys.settings)).toEqual({ colorScheme: 'dark' });
  const first = workspaceKeys('w1').requestPage(QUERY, 0);
  expect(client.getQueryData(first)).toEqual(PAGE);
  expect(client.getQueryState(first)?.dataUpdatedAt).toBeGreaterThan(Date.now());
  expect(listeners.size).toBe(0);
});

test('what has changed since it was asked is not taken over', async () => {
  const { client, take } = await opened();
  for (const listener of listeners) listener();
  await take();
  expect(client.getQueryCache().getAll()).toEqual([]);
});

test('what could not be answered is left to be asked by who needs it', async () => {
  const failure = { ok: false, error: { code: 'damaged_database', values: null } };
  answers = { ...answers, 'requests.list': failure };
  const { client, take } = await opened();
  await take();
  expect(client.getQueryData(workspaceKeys('w1').requestPage(QUERY, 0))).toBeUndefined();
  expect(client.getQueryData(queryKeys.app)).toEqual(STATE);
});
