import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { invalidateOnChange, type Schedule, staleKeys } from '../../renderer/api/change-notices.ts';
import { queryKeys, workspaceKeys } from '../../renderer/api/query-keys.ts';
import type { ChangeNotice } from '../../shared/ipc/bridge.ts';

const keys = workspaceKeys('w1');

describe('the query keys that a change notice invalidates', () => {
  it('cover all requests of its workspace and no other if no IDs are given', () => {
    const stale = staleKeys({ topic: 'requests', workspaceId: 'w1' });
    expect(stale).toContainEqual(keys.requests);
    expect(stale.some((key) => startsWith(workspaceKeys('w2').requests, key))).toBe(false);
  });

  it('cover the list and only the given requests if IDs are given', () => {
    const stale = staleKeys({ topic: 'requests', workspaceId: 'w1', ids: ['r1'] });
    expect(stale).toContainEqual(keys.request('r1'));
    expect(stale).toContainEqual(keys.requestPages);
    expect(stale).not.toContainEqual(keys.requests);
  });

  it('cover every workspace if none is given, as after a restore', () => {
    for (const topic of ['requests', 'outbox', 'library'] as const) {
      const stale = staleKeys({ topic });
      for (const id of ['w1', 'w2']) {
        const own = workspaceKeys(id)[topic];
        expect(stale.some((key) => startsWith(own, key))).toBe(true);
      }
    }
  });

  it('cover the rows that show names if the Library changes', () => {
    expect(staleKeys({ topic: 'library', workspaceId: 'w1' })).toEqual(
      expect.arrayContaining([keys.library, keys.requests, keys.outbox]),
    );
  });
});

function startsWith(key: readonly unknown[], prefix: readonly unknown[]): boolean {
  return prefix.every((word, index) => key[index] === word);
}

function callsWith(
  { mock }: MockInstance<QueryClient['invalidateQueries']>,
  key: readonly unknown[],
): number {
  return mock.calls.filter(([filters]) => JSON.stringify(filters?.queryKey) === JSON.stringify(key)).length;
}

describe('invalidating on change notices', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function start(schedule?: Schedule) {
    const client = new QueryClient();
    const invalidate = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
    const listeners = new Set<(notice: ChangeNotice) => void>();
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState });
    const setVisibility = (visibilityState: DocumentVisibilityState) => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    };
    const stop = invalidateOnChange(
      {
        onChange: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      client,
      page,
      schedule,
    );
    const notify = (notice: ChangeNotice) => {
      for (const listener of listeners) listener(notice);
    };
    return { client, invalidate, listeners, setVisibility, stop, notify };
  }

  it('forgets at once what may be covered now, also while the window is hidden, and asks for all on screen', () => {
    const { client, invalidate, setVisibility, notify } = start();
    client.setQueryData(keys.request('r1'), 'score');
    client.setQueryData(queryKeys.holds, 'name');
    notify({ topic: 'library', workspaceId: 'w1' });
    expect(client.getQueryData(keys.request('r1'))).toBe('score');
    setVisibility('hidden');
    notify({ topic: 'covering', workspaceId: 'w1' });
    expect(client.getQueryData(keys.request('r1'))).toBeUndefined();
    expect(client.getQueryData(queryKeys.holds)).toBeUndefined();
    setVisibility('visible');
    vi.runAllTimers();
    expect(callsWith({ mock: invalidate.mock } as typeof invalidate, [])).toBe(1);
  });

  it('invalidates immediately on the first notice', () => {
    const { invalidate, notify } = start();
    notify({ topic: 'app' });
    expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: queryKeys.app });
  });

  it('collects notices until the scheduled flush, and drops a flush scheduled before it is disposed', () => {
    const scheduled: (() => void)[] = [];
    const { invalidate, stop, notify } = start((flush) => scheduled.push(flush));
    notify({ topic: 'app' });
    notify({ topic: 'privacy' });
    expect(invalidate).not.toHaveBeenCalled();
    for (const flush of scheduled.splice(0)) flush();
    expect(invalidate.mock.calls).toEqual([[{ queryKey: queryKeys.app }], [{ queryKey: queryKeys.privacy }]]);
    vi.runAllTimers();
    notify({ topic: 'app' });
    stop();
    for (const flush of scheduled.splice(0)) flush();
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it('invalidates nothing while the window is hidden, and all pending keys when it is shown again', () => {
    const { invalidate, setVisibility, notify } = start();
    setVisibility('hidden');
    notify({ topic: 'app' });
    vi.runAllTimers();
    expect(invalidate).not.toHaveBeenCalled();
    setVisibility('visible');
    expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: queryKeys.app });
  });

  it('throttles notices that follow closely', () => {
    const { invalidate, notify } = start();
    notify({ topic: 'app' });
    for (let count = 0; count < 50; count += 1) notify({ topic: 'app' });
    expect(invalidate).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    expect(invalidate).toHaveBeenCalledTimes(2);
  });

  it('throttles aggregates over the history more than rows on screen', () => {
    const { invalidate, notify } = start();
    for (let count = 0; count < 10; count += 1) {
      notify({ topic: 'requests', workspaceId: 'w1', ids: ['r1'] });
      vi.advanceTimersByTime(150);
    }
    expect(callsWith(invalidate, keys.requestPages)).toBe(10);
    expect(callsWith(invalidate, keys.requestCounts)).toBeLessThanOrEqual(2);
    vi.advanceTimersByTime(5000);
    expect(callsWith(invalidate, keys.requestCounts)).toBe(2);
  });

  it('throttles past imports like aggregates, although every submission changes them', () => {
    const { invalidate, notify } = start();
    for (let count = 0; count < 10; count += 1) {
      notify({ topic: 'outbox', workspaceId: 'w1' });
      vi.advanceTimersByTime(150);
    }
    expect(callsWith(invalidate, keys.outbox)).toBe(10);
    expect(callsWith(invalidate, keys.imports)).toBeLessThanOrEqual(2);
    expect(keys.imports[0]).not.toBe(keys.outbox[0]);
  });

  it('invalidates nothing further without another notice', () => {
    const { invalidate, notify } = start();
    notify({ topic: 'app' });
    vi.advanceTimersByTime(10_000);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });

  it('drops pending keys and its listener when stopped', () => {
    const { invalidate, listeners, stop, notify } = start();
    notify({ topic: 'app' });
    notify({ topic: 'settings' });
    stop();
    vi.advanceTimersByTime(1000);
    expect(listeners.size).toBe(0);
    expect(invalidate).toHaveBeenCalledTimes(1);
  });
});
